/** Bundles the player into dist/, and writes its packages and their licences beside it. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["player.js"],
  outfile: "dist/player.js",
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  legalComments: "eof", // should a package carry files of others; its own are in the notice
  metafile: true,
});

const inside = Object.keys(metafile.inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
const parts = [...new Set(inside)].filter(Boolean).sort().map((name) => {
  const folder = `node_modules/${name}/`;
  const { version, license } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(folder + file, "utf8").trim());
  return [`${name} ${version}: ${license}`, `https://www.npmjs.com/package/${name}/v/${version}`, ...texts].join("\n\n");
});
const head = "player.js contains parts of these packages, each under its own licence; their sources are at the\n" +
  "addresses given.";
writeFileSync("dist/LICENSES.txt", [head, ...parts, ""].join(`\n\n${"-".repeat(78)}\n\n`));
