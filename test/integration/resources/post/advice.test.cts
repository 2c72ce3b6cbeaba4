import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../../../nodes/Postiz/resources';
import { item, segment } from '../../../service/client.cjs';
import type { FaultRule } from '../../../service/server.cjs';
import type { StoredPost } from '../../../service/state.cjs';
import type { NodeRun, SeenError } from '../../support/harness.cjs';
import {
	channelEntry,
	createFromJson,
	createPost,
	FUTURE,
	onChannels,
	storePost,
	updatePost,
} from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';
import { tooLong } from '../../../networks/table.cjs';

const service = useService();

const { operations } = resources.find(({ value }) => value === 'post')!;

/** The labels of all fields, except those of networks: messages name these as settings of a post. */
function labelsIn(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ displayName, name, options = [], type }) => {
		if (type === 'notice') return [];
		const inner = options.flatMap((option) =>
			'values' in option ? option.values : 'type' in option ? [option] : [],
		);
		const isOfNetworks = name === 'networkSettings' || name === 'settings';
		return [displayName, ...(isOfNetworks ? [] : labelsIn(inner))];
	});
}

const labels = new Map(
	operations.map(({ value, properties }) => [value, labelsIn(properties)] as const),
);
const allLabels = [...new Set([...labels.values()].flat())];

const escaped = (label: string) => label.replace(/[()]/g, '\\$&');
const byLength = (list: string[]) => [...list].sort((a, b) => b.length - a.length);

/** Labels in an error that aren't in the form of the operation. */
function strangersIn(operation: string, { message, description }: SeenError): string[] {
	// Whatever follows the name of an operation belongs to that operation.
	const said = `${message}. ${description ?? ''}`.replace(/\b[A-Z]\w+ > [A-Z][^.]*/g, '');
	const rest = byLength(labels.get(operation)!).reduce(
		(text, label) => text.replace(new RegExp(`\\b${escaped(label)}(?!\\w)`, 'g'), '…'),
		said,
	);
	const named = allLabels.filter((label) => {
		// A single word at the start of a sentence isn't a label.
		const before = label.includes(' ') ? '\\b' : '(?<=[a-z,] )';
		return new RegExp(`${before}${escaped(label)}(?!\\w)`).test(rest);
	});
	// Labels of no form at all are only recognized by the words before them.
	const placed = rest.matchAll(/\b(?:option|under|into) ([A-Z]\w+\b)(?! in Postiz)/g);
	return [...new Set([...named, ...[...placed].map(([, word]) => word)])];
}

const PAST = '2020-03-04T10:00:00.000Z';
const { text: LONG } = tooLong('bluesky');
const SHORT = 'Fresh beans';
const TOO_LONG = { provider: 'bluesky', name: 'acme-coffee.bsky.social', msg: 'Post is too long' };

/** How Postiz answers to every post. */
const answers = (status: number, body?: object): FaultRule => ({
	match: { method: 'POST', path: /posts$/ },
	...{ kind: 'status', status, body, times: 9 },
});

const thread = [SHORT, 'More'];
const LOST_THREAD = /parts? of the thread would be lost|doesn't support threads/;

/** What every operation that sends posts refuses, or hears from Postiz. */
const MISTAKES: Array<[what: string, network: string, parts: string[], says: RegExp]> = [
	['no text', 'bluesky', [''], /is empty/],
	['long text', 'bluesky', [LONG], /\d+ of \d+ characters/],
	['a thread', 'mewe', thread, LOST_THREAD],
	['a missing setting', 'pinterest', [SHORT], /is required/],
];
const ANSWERS: Array<[status: number, body: object, says: RegExp]> = [
	[400, TOO_LONG, /too long/],
	[429, {}, /limit/],
];

const segments = (texts: string[]) => texts.map((text) => segment(text));
const stored = (network: string, [text, ...later]: string[], state: StoredPost['state']) => {
	const post = storePost(service, network, { text, state });
	later.forEach((content, index) =>
		post.parts.push({ ...post.parts[0], id: `${post.id}-${index}`, content }),
	);
	return post.id;
};

type Sending = (network: string, parts: string[], date?: string) => Promise<NodeRun>;

const SENDING: Record<string, Sending> = {
	create: async (network, [content, ...later], date = FUTURE) =>
		await createPost(service, {
			...onChannels({ ...channelEntry(service, network), provider: 'auto' }),
			...{ type: 'schedule', date, content },
			thread: { segment: later.map((text) => ({ content: text })) },
		}),
	createFromJson: async (network, parts, date = FUTURE) =>
		await createFromJson(service, {
			...{ type: 'schedule', date },
			posts: [item(service, network, {}, segments(parts))],
		}),
	update: async (network, parts, date = FUTURE) =>
		await updatePost(service, stored(network, parts, 'DRAFT'), { state: 'scheduled', date }),
};

describe.each(Object.entries(SENDING))('%s only advises what its form has', (operation, send) => {
	const expectAdvice = ({ error }: NodeRun, says: RegExp) => {
		expect(`${error?.message}. ${error?.description}`).toMatch(says);
		expect(strangersIn(operation, error!)).toEqual([]);
	};

	test.each(MISTAKES)('for %s', async (_what, network, parts, says) => {
		expectAdvice(await send(network, parts), says);
	});

	test.each(ANSWERS)('for %d %j from Postiz', async (status, body, says) => {
		service.faults.push(answers(status, body));
		expectAdvice(await send('bluesky', [SHORT]), says);
	});

	test('for a past date', async () => {
		expectAdvice(await send('bluesky', [SHORT], PAST), /in the past/);
	});
});

test('what the form of an operation does not have is found in a message', () => {
	const advice = (description: string) => ({ message: 'No', description }) as SeenError;
	const named: Array<[string, string, string[]]> = [
		['update', 'Turn on the option Skip Validation.', ['Skip Validation', 'Skip']],
		['createFromJson', 'Move the rest into Thread.', ['Thread']],
		['update', 'Choose one under Channels.', ['Channels']],
		['create', 'Connect one under Channels in Postiz.', []],
		['update', 'Change it with Post > Create under Text Format.', []],
	];
	for (const [operation, description, strangers] of named) {
		expect(strangersIn(operation, advice(description))).toEqual(strangers);
	}
});
