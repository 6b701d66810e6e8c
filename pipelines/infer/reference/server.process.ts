// Entry point of the reference server's process; see start.ts.
import type {AddressInfo} from "node:net";
import {referenceServer} from "./server.node.js";

// Ctrl-C reaches the whole process group. The parent finishes what is in flight and then ends, which closes the channel and ends this
// process.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit(0));

const server = referenceServer();
server.listen(0, "127.0.0.1", () => process.send?.({port: (server.address() as AddressInfo).port}));
