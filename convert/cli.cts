#!/usr/bin/env node
/** The command: reads an n8n export, writes it with the new node, and says what to look at. */
import { fstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import { convertWorkflow, holdsNodes } from './convertWorkflow';
import { decode } from './decode';
import { report } from './report';
import type { Choices } from './types';

const USAGE = `Moves n8n workflows to the node of n8n-nodes-postiz-publisher: from the node of n8n-nodes-postiz, from
HTTP Request nodes that call Postiz, and from nodes that publish by other services.

  npx postiz-workflow-converter old.json > new.json
  npx postiz-workflow-converter old.json -o new.json

old.json is a workflow (or several) that was exported or copied from n8n; - reads it from the
standard input. What could not be converted, or is different now, is listed on the screen.

  -o, --output <file>                write to this file instead of the standard output
      --channel "<account>=<channel>"  the channel that an account of another service becomes; as often as
                                     there are accounts, which are listed
      --guess-channels               the network for all others, where Postiz has one channel of each
  -h, --help                         show this text

Ends with 0 when the workflow was written, and with 2 when it could not be.`;

class Unusable extends Error {}

async function main(args: string[]): Promise<void> {
	const { values, positionals } = readArguments(args);
	if (values.help) {
		process.stdout.write(`${USAGE}\n`);
		return;
	}
	const [source, ...more] = positionals;
	if (source === undefined || more.length > 0) throw new Unusable(`Name one file.\n\n${USAGE}`);
	const name = source === '-' ? 'The standard input' : source;
	const content =
		source === '-'
			? await buffer(process.stdin)
			: attempt(
					() => readFileSync(source),
					(message) => `${source} cannot be read: ${message}`,
				);
	const { output } = values;
	if (output !== undefined && isSameFile(source, output)) {
		throw new Unusable(`${name} is kept as it is: name another file after -o.`);
	}
	const workflow = attempt(
		() => JSON.parse(decode(content)) as unknown,
		(message) => `${name} is not valid JSON: ${message}`,
	);
	const { converted, remarks } = convert(workflow, name, {
		answers: Object.fromEntries((values.channel ?? []).map(answerIn)),
		guessesChannels: values['guess-channels'],
	});
	if (output === undefined) process.stdout.write(converted);
	else {
		attempt(
			() => writeFileSync(output, converted),
			(message) => `${output} cannot be written: ${message}`,
		);
	}
	process.stderr.write(remarks);
}

function answerIn(text: string): [account: string, channel: string] {
	const [, account, channel] = /^(.+?)=(.+)$/s.exec(text) ?? [];
	if (account !== undefined && channel !== undefined) return [account.trim(), channel.trim()];
	throw new Unusable(`--channel ${text}: write an account that was listed, =, and the channel.`);
}

function convert(
	workflow: unknown,
	name: string,
	choices: Choices,
): { converted: string; remarks: string } {
	try {
		if (!holdsNodes(workflow)) throw new Unusable(`${name} is no n8n workflow: it has no nodes.`);
		const conversion = convertWorkflow(workflow, choices);
		const known = conversion.accounts.map(({ id }) => id);
		const unknown = Object.keys(choices.answers ?? {}).filter((id) => !known.includes(id));
		if (unknown.length > 0) {
			throw new Unusable(
				`${name} has no account ${unknown.join(', ')}. It has ${known.join(', ') || 'none'}.`,
			);
		}
		return {
			converted: `${JSON.stringify(conversion.workflows, null, 2)}\n`,
			remarks: report(conversion, choices),
		};
	} catch (error) {
		if (error instanceof RangeError) {
			throw new Unusable(`${name} is too large, or nested too deeply, to be converted.`);
		}
		throw error;
	}
}

/** What `run` returns; if it throws, the sentence that says so of the message. */
function attempt<T>(run: () => T, sentence: (message: string) => string): T {
	try {
		return run();
	} catch (error) {
		throw new Unusable(sentence((error as Error).message));
	}
}

const readArguments = (args: string[]) =>
	attempt(
		() =>
			parseArgs({
				args,
				allowPositionals: true,
				options: {
					output: { type: 'string', short: 'o' },
					channel: { type: 'string', multiple: true },
					'guess-channels': { type: 'boolean' },
					help: { type: 'boolean', short: 'h' },
				},
			}),
		(message) => `${message}\n\n${USAGE}`,
	);

// A link or another spelling of the name can lead to the same file.
function isSameFile(source: string, output: string): boolean {
	const target = statSync(output, { bigint: true, throwIfNoEntry: false });
	if (!target) return false;
	const { dev, ino } =
		source === '-' ? fstatSync(0, { bigint: true }) : statSync(source, { bigint: true });
	return target.dev === dev && target.ino === ino;
}

main(process.argv.slice(2)).catch((error: unknown) => {
	const { message } = error as Error;
	const sentence = error instanceof Unusable ? message : `This cannot be converted: ${message}`;
	process.stderr.write(`${sentence}\n`);
	process.exitCode = 2;
});
