/** Loads the node from the copy in FAULT_NODES, wherever the project's own is asked for. */
const Module = require('node:module');
const path = require('node:path');

const own = path.resolve(__dirname, '..', '..', 'nodes') + path.sep;
const copy = process.env.FAULT_NODES + path.sep;
const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (...request) {
	const found = resolveFilename.apply(this, request);
	return found.startsWith(own) ? copy + found.slice(own.length) : found;
};
