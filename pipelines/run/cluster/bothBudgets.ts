// Two spending limits at once: a request is sent where both have room for it.
import type {Budget, Release} from "../../infer/budget.js";

/** @param near asked first, and free to ask */
export const both = (near: Budget, far: Budget): Budget => ({
  reserve(worst, model) {
    const first = near.reserve(worst, model);
    if (first === null) return null;
    const second = async (one: Release | null): Promise<Release | null> => {
      if (!one) return null;
      try {
        const two = await far.reserve(worst, model);
        if (!two) one(0);
        return (
          two &&
          (actual => {
            one(actual);
            two(actual);
          })
        );
      } catch (error) {
        one(0);
        throw error;
      }
    };
    return worst === 0 && !(first instanceof Promise) ? first : Promise.resolve(first).then(second);
  },
  maxCost: Math.min(near.maxCost, far.maxCost),
  get spent() {
    return near.spent;
  },
  get reserved() {
    return near.reserved;
  }
});
