/**
 * The environment of a program that a test starts: what the test says, and nothing of this machine but where programs
 * are, and what Node has compiled of them before.
 */
export const programEnv = (own: Record<string, string> = {}): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_NO_WARNINGS: '1', ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...own };
};
