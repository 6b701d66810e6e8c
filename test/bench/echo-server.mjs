// A server in its own process: one small fixed completion for every request, at once or after the milliseconds that it is given. Prints
// its port.
import {createServer} from "node:http";

const body = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 0,
  model: "echo",
  choices: [{index: 0, message: {role: "assistant", content: "Let us add the digits one by one. The answer is 42."}, finish_reason: "stop"}],
  usage: {prompt_tokens: 40, completion_tokens: 13, total_tokens: 53}
});
const latency = Number(process.argv[2] ?? 0);
const headers = {"content-type": "application/json", "content-length": Buffer.byteLength(body)};
const server = createServer((request, response) => {
  const answer = () => response.writeHead(200, headers).end(body);
  request.resume().on("end", latency > 0 ? () => setTimeout(answer, latency) : answer);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.on("disconnect", () => process.exit());
