import {describe, expect, test} from "vitest";
import {validate} from "../../../pipelines/generate/narratives/validate.js";
import {storiesOf} from "./stories.js";

const right = storiesOf("right.yaml");
const faulty = storiesOf("faulty.yaml");

describe("stories written by hand", () => {
  test.each(right)("right: $title", ({narrative}) => {
    expect(validate(narrative)).toEqual([]);
  });

  test.each(faulty)("$fault: $title", ({fault, narrative}) => {
    expect([...new Set(validate(narrative).map(({code}) => code))]).toEqual([fault]);
  });
});
