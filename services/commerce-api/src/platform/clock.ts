/** 'Now', for everything that is decided or stored. */
export type Clock = () => Date;
