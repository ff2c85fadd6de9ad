// Answers questions about KPuzzles with cubing.js: one JSON object in, one out.
//
// It is imported from the folder that CUBING names. A question has a `puzzle` of cubing.js by name, or a
// `definition`; `solutions` of states, each with the rotation of the solved puzzle after it, of which it is told whether
// they are right; `moves`, of which the transformations are wanted, or what is wrong with them; `algs`, of which the
// patterns after them are; `links` to Twizzle, of which it is told whether their moves solve what their setup makes;
// and `written`, options of links to alg.cubing.net, which are wanted.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const from = (file) => import(pathToFileURL(`${process.env.CUBING}/${file}`));
const { Alg, experimentalAlgCubingNetLink } = await from("alg/index.js");
const { KPattern, KPuzzle } = await from("kpuzzle/index.js");
const { puzzles } = await from("puzzles/index.js");

const transformation = (kpuzzle, moves) => {
  try {
    return kpuzzle.algToTransformation(moves).transformationData;
  } catch (error) {
    return String(error);
  }
};

const isSolving = (kpuzzle, link) => {
  const parameters = new URL(link).searchParams;
  const [setup, alg] = ["setup-alg", "alg"].map((name) => parameters.get(name) ?? "");
  return kpuzzle.defaultPattern().applyAlg(setup).applyAlg(alg).experimentalIsSolved({
    ignorePuzzleOrientation: true,
    ignoreCenterOrientation: true,
  });
};

const isRight = (kpuzzle, { state, alg, held }) =>
  new KPattern(kpuzzle, state).applyAlg(alg).isIdentical(kpuzzle.defaultPattern().applyAlg(held));

const answers = [];
for (const asked of JSON.parse(readFileSync(0, "utf-8"))) {
  const kpuzzle = asked.puzzle ? await puzzles[asked.puzzle].kpuzzle() : new KPuzzle(asked.definition);
  answers.push({
    definition: kpuzzle.definition,
    moves: Object.fromEntries((asked.moves ?? []).map((moves) => [moves, transformation(kpuzzle, moves)])),
    patterns: (asked.algs ?? []).map((alg) => kpuzzle.defaultPattern().applyAlg(alg).patternData),
    solutions: (asked.solutions ?? []).map((solution) => isRight(kpuzzle, solution)),
    links: (asked.links ?? []).map((link) => isSolving(kpuzzle, link)),
    written: (asked.written ?? []).map((options) => experimentalAlgCubingNetLink({ ...options, alg: new Alg(options.alg) })),
  });
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
