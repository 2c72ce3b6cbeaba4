#!/usr/bin/env node
/** The command: reads an n8n export, writes it with the new node, and says what to look at. */
import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import { convertWorkflow, holdsNodes } from './convertWorkflow';
import { report } from './report';

const USAGE = `Moves n8n workflows from the node of n8n-nodes-postiz to that of n8n-nodes-postiz-publisher.

  npx n8n-nodes-postiz-publisher old.json > new.json
  npx n8n-nodes-postiz-publisher old.json -o new.json

old.json is a workflow (or several) that was exported or copied from n8n; - reads it from the
standard input. What could not be converted, or is different now, is listed on the screen.

  -o, --output <file>  write to this file instead of the standard output
  -h, --help           show this text

Ends with 0 when the workflow was written, and with 2 when it could not be.`;

class Unusable extends Error {}

async function main(args: string[]): Promise<void> {
	const { values, positionals } = readArguments(args);
	if (values.help) {
		process.stdout.write(`${USAGE}\n`);
		return;
	}
	if (positionals.length !== 1) throw new Unusable(`Name one file.\n\n${USAGE}`);
	const [source] = positionals;
	const workflow =
		source === '-'
			? parse(await text(process.stdin), 'The standard input')
			: parse(read(source), source);
	const conversion = convertWorkflow(workflow);
	const converted = `${JSON.stringify(conversion.workflows, null, 2)}\n`;
	if (values.output === undefined) process.stdout.write(converted);
	else write(values.output, converted);
	process.stderr.write(report(conversion));
}

function readArguments(args: string[]) {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: {
				output: { type: 'string', short: 'o' },
				help: { type: 'boolean', short: 'h' },
			},
		});
	} catch (error) {
		throw new Unusable(`${(error as Error).message}\n\n${USAGE}`);
	}
}

function read(source: string): string {
	try {
		return readFileSync(source, 'utf8');
	} catch (error) {
		throw new Unusable(`${source} cannot be read: ${(error as Error).message}`);
	}
}

function parse(json: string, source: string): unknown {
	let value: unknown;
	try {
		value = JSON.parse(json.replace(/^\uFEFF/, ''));
	} catch (error) {
		throw new Unusable(`${source} is not valid JSON: ${(error as Error).message}`);
	}
	if (holdsNodes(value)) return value;
	throw new Unusable(`${source} is no n8n workflow: it has no nodes.`);
}

function write(file: string, content: string): void {
	try {
		writeFileSync(file, content);
	} catch (error) {
		throw new Unusable(`${file} cannot be written: ${(error as Error).message}`);
	}
}

main(process.argv.slice(2)).catch((error: unknown) => {
	if (!(error instanceof Unusable)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 2;
});
