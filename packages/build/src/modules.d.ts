declare module '*/reset.css';
declare module 'newsstand-standalone';
