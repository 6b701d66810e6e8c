// Member names and text values of generated JSON documents.

/** Names of members. Their number is a power of two. */
export const KEYS: readonly string[] =
  `account address agent alias amount archive area asset author badge basket batch bay board branch budget bundle
cargo carrier case catalog channel city client cluster code color column config contact contract corner cost
count country courier crate credit crew customer date deck delivery depot desk detail device dock driver duty
entry event exit factor family field file filter fleet floor folder frame gate grade`.split(/\s+/u);

/** First parts of text values such as cedar-417. None is also a member's name. */
export const STEMS: readonly string[] =
  `amber birch cedar coral delta ember fjord grove hazel indigo jade kelp lilac maple nectar onyx pearl quartz
raven slate tulip umber violet willow yarrow zephyr basil cobalt dune elm fern garnet`.split(/\s+/u);
