// Answers questions about KPuzzles with cubing.js: one JSON object in, one out.
//
// It is imported from the folder that CUBING names. A question has a `puzzle` of cubing.js by name, or a
// `definition`; `moves`, of which the transformations are wanted, or what is wrong with them; and `algs`, of which the
// patterns after them are.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const from = (file) => import(pathToFileURL(`${process.env.CUBING}/${file}`));
const { KPuzzle } = await from("kpuzzle/index.js");
const { puzzles } = await from("puzzles/index.js");

const transformation = (kpuzzle, moves) => {
  try {
    return kpuzzle.algToTransformation(moves).transformationData;
  } catch (error) {
    return String(error);
  }
};

const answers = [];
for (const asked of JSON.parse(readFileSync(0, "utf-8"))) {
  const kpuzzle = asked.puzzle ? await puzzles[asked.puzzle].kpuzzle() : new KPuzzle(asked.definition);
  answers.push({
    definition: kpuzzle.definition,
    moves: Object.fromEntries((asked.moves ?? []).map((moves) => [moves, transformation(kpuzzle, moves)])),
    patterns: (asked.algs ?? []).map((alg) => kpuzzle.defaultPattern().applyAlg(alg).patternData),
  });
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
