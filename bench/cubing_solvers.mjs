// Solves states with cubing.js: one JSON object in, one out. It is imported from the folder that CUBING names.
//
// Of each puzzle there are `name` and `algs`, which make the states; the answer has for each state a solution and the
// milliseconds of processor time, its workers' included.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const from = (file) => import(pathToFileURL(`${process.env.CUBING}/${file}`));
const { puzzles } = await from("puzzles/index.js");
const search = await from("search/index.js");

const solvers = {
  "3x3x3": search.experimentalSolve3x3x3IgnoringCenters,
  pyraminx: search.solvePyraminx,
  skewb: search.solveSkewb,
  megaminx: search.solveMegaminx,
};
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const { name, algs } = JSON.parse(readFileSync(0, "utf-8"));
const kpuzzle = await puzzles[name].kpuzzle();
const answers = [];
for (const alg of algs) {
  const pattern = kpuzzle.defaultPattern().applyAlg(alg);
  const begun = spent();
  const solution = await solvers[name](pattern);
  answers.push({ solution: String(solution), milliseconds: spent() - begun });
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
