// List prices of models whose files name none, by the addresses of their endpoints and their exact names.
import type {MatchLogic, ModelPrice, TieredPrices} from "@pydantic/genai-prices";
import type {Model} from "./types.js";

/** Day on which the installed version of @pydantic/genai-prices was published: the date of its prices. */
export const LIST_PRICE_DATE = "2026-09-23";

/** Models with the list prices of those that name no price; simulated models, programs and servers without a list have none. */
export async function withListPrices(models: readonly Model[]): Promise<Model[]> {
  if (models.every(model => model.price !== undefined || !isListed(model))) return [...models];
  const prices = await import("@pydantic/genai-prices");
  return models.map(model => {
    if (model.price !== undefined || !isListed(model)) return model;
    const name = model.model ?? model.id;
    const provider = prices.findProvider({providerApiUrl: model.endpoint});
    const listing = provider && prices.calcPrice({input_tokens: 1, output_tokens: 1}, name, {provider});
    if (!listing || (listing.model.id !== name && !isExact(listing.model.match, name))) return model;
    const price = priceOf(listing.model_price, model);
    return price === null ? model : {...model, price: {...price, list_date: LIST_PRICE_DATE}};
  });
}

/** Whether an endpoint may have a list price; servers on this machine never do. */
const isListed = ({endpoint}: Model): boolean => /^https:/u.test(endpoint);

/** Whether a name is one of those that a model's entry lists; patterns do not count. */
function isExact(match: MatchLogic, name: string): boolean {
  if ("equals" in match) return match.equals === name;
  return "or" in match && match.or.some(each => isExact(each, name));
}

function priceOf(listing: ModelPrice, model: Model): {input: number; output: number; cached_input?: number} | null {
  const [input, output, cached] = ["input_mtok", "output_mtok", "cache_read_mtok"].map(unit => dollarsOf(listing[unit], model));
  if (input === undefined || output === undefined) return null;
  return {input, output, ...(cached !== undefined && {cached_input: cached})};
}

/** A price by length of the prompt is that of short prompts if the model's context has no room for long ones; else it is not known. */
function dollarsOf(price: number | TieredPrices | undefined, {context_tokens: context}: Model): number | undefined {
  if (price === undefined || typeof price === "number") return price;
  return price.tiers.every(({start}) => start >= context) ? price.base : undefined;
}
