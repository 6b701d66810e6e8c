import {once} from "node:events";
import {expect, test} from "vitest";
import {childEnvironment, noteModelKey} from "../../pipelines/book/childEnvironment.node.js";
import {startThread} from "../../pipelines/book/thread.node.js";
import {withIo} from "../../pipelines/io/current.node.js";
import {processIo} from "../../pipelines/io/node.process.js";

const KEYS = {OPENAI_API_KEY: "1", AWS_SECRET_ACCESS_KEY: "2", GITHUB_TOKEN: "3", DB_PASSWORD: "4"};
const ADDRESSES = {REASONBOOK_REDIS: "rediss://default:pw@redis.example:6379", HTTPS_PROXY: "http://me:pw@proxy.example:3128"};
const OTHERS = {
  PATH: "/bin",
  REASONBOOK_STORE: "data/store",
  TOKENIZERS_PARALLELISM: "false",
  HTTP_PROXY: "http://proxy.example:3128"
};
const io = {...processIo(), env: {...KEYS, ...ADDRESSES, ...OTHERS, VAULT: "5"}};

test("children that ask no model have no keys and no addresses with passwords", () => {
  noteModelKey("VAULT"); // a model's file names it
  expect(withIo(io, () => childEnvironment())).toEqual(OTHERS);
});

test("users' loaders have other keys than those of models", () => {
  expect(withIo(io, () => childEnvironment({hasUserCode: true}))).toEqual({...OTHERS, ...KEYS});
});

test("a thread has none either", async () => {
  const code = 'import {parentPort} from "node:worker_threads"; parentPort.postMessage(Object.keys(process.env));';
  const thread = withIo(io, () => startThread(`data:text/javascript,${encodeURIComponent(code)}`, {}));
  const [names] = await once(thread, "message");
  await thread.terminate();
  expect(names.sort()).toEqual(Object.keys(OTHERS).sort());
});
