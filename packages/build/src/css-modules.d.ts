// Name it in `tsconfig.json`: "types": ["@newsstand/build/css-modules"].
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*/reset.css';
