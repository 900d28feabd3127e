// OpenCode 2 is given this folder, and looks for a file of this name in it.
export { default } from "./dist/plugin.js";
