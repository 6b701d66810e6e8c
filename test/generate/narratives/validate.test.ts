import {describe, expect, test} from "vitest";
import {validate} from "../../../pipelines/generate/narratives/validate.js";
import {storiesOf} from "./stories.js";

describe.each(["right.yaml", "faulty.yaml", "unmet.yaml"])("stories written by hand, %s", file => {
  test.each(storiesOf(file))("$title: $faults", ({faults, narrative}) => {
    expect([...new Set(validate(narrative).map(({code}) => code))].sort()).toEqual(faults);
  });
});
