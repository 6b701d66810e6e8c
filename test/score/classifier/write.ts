// Trains the classifier and writes its weights: `npx tsx test/score/classifier/write.ts`.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {train, trainingFixtures} from "./train.js";

const bytes = Buffer.from(train(trainingFixtures()).buffer);
writeFileSync(
  join(import.meta.dirname, "../../../pipelines/score/classifier/weights.ts"),
  `// Weights of the classifier, one byte a bucket, in base64. Written by test/score/classifier/write.ts; test/score/classifier holds them to it.
export const WEIGHTS =
  "${bytes.toString("base64")}";
`
);
