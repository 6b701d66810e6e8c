// A server without latency, in its own process: one small fixed completion for every request. Prints its port.
import {createServer} from "node:http";

const body = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 0,
  model: "echo",
  choices: [{index: 0, message: {role: "assistant", content: "Let us add the digits one by one. The answer is 42."}, finish_reason: "stop"}],
  usage: {prompt_tokens: 40, completion_tokens: 13, total_tokens: 53}
});
const headers = {"content-type": "application/json", "content-length": Buffer.byteLength(body)};
const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, headers).end(body));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.on("disconnect", () => process.exit());
