import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { resources } from '../../../../nodes/Postiz/resources';
import { item, segment } from '../../../service/client.cjs';
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

const refuseAsTooLong = () =>
	service.faults.push({
		match: { method: 'POST', path: /posts$/ },
		kind: 'status',
		status: 400,
		body: TOO_LONG,
		times: 9,
	});
const reachLimit = () =>
	service.faults.push({
		match: { method: 'POST', path: /posts$/ },
		kind: 'status',
		status: 429,
		times: 9,
	});

const json = (identifier: string, texts: string[], settings = {}) => ({
	type: 'schedule',
	date: FUTURE,
	posts: [
		item(
			service,
			identifier,
			settings,
			texts.map((text) => segment(text)),
		),
	],
});
const form = (identifier: string, [content, ...thread]: string[]): INodeParameters => ({
	content,
	...onChannels({ ...channelEntry(service, identifier), provider: 'auto' }),
	thread: { segment: thread.map((text) => ({ content: text })) },
});
const stored = (
	identifier: string,
	[text, ...later]: string[],
	state: StoredPost['state'] = 'DRAFT',
) => {
	const post = storePost(service, identifier, { text, state });
	later.forEach((content, index) =>
		post.parts.push({ ...post.parts[0], id: `${post.id}-${index}`, content }),
	);
	return post.id;
};
const schedule = async (id: string, date: string) =>
	await updatePost(service, id, { state: 'scheduled', date });

type Run = () => Promise<NodeRun>;

const thread = [SHORT, 'More'];

test.each<[operation: string, mistake: string, run: Run, says: RegExp]>([
	['create', 'past', () => createPost(service, { type: 'schedule', date: PAST }), /in the past/],
	['create', 'no channel', () => createPost(service, { channels: '={{ [] }}' }), /No channel/],
	['create', 'no text', () => createPost(service, { content: '' }), /is empty/],
	['create', 'long text', () => createPost(service, { content: LONG }), /\d+ of \d+ characters/],
	[
		'create',
		'thread',
		() => createPost(service, form('mewe', thread)),
		/parts? of the thread would be lost|doesn't support threads/,
	],
	['create', 'setting', () => createPost(service, form('pinterest', [SHORT])), /is required/],
	['create', 'refused', () => (refuseAsTooLong(), createPost(service)), /too long/],
	['create', 'limit', () => (reachLimit(), createPost(service)), /limit/],
	[
		'createFromJson',
		'past',
		() => createFromJson(service, { ...json('bluesky', [SHORT]), date: PAST }),
		/in the past/,
	],
	['createFromJson', 'no text', () => createFromJson(service, json('bluesky', [''])), /is empty/],
	[
		'createFromJson',
		'long text',
		() => createFromJson(service, json('bluesky', [LONG])),
		/\d+ of \d+ characters/,
	],
	[
		'createFromJson',
		'thread',
		() => createFromJson(service, json('mewe', thread)),
		/parts? of the thread would be lost|doesn't support threads/,
	],
	[
		'createFromJson',
		'setting',
		() => createFromJson(service, json('pinterest', [SHORT])),
		/is required/,
	],
	[
		'createFromJson',
		'refused',
		() => (refuseAsTooLong(), createFromJson(service, json('bluesky', [SHORT]))),
		/too long/,
	],
	[
		'createFromJson',
		'limit',
		() => (reachLimit(), createFromJson(service, json('bluesky', [SHORT]))),
		/limit/,
	],
	[
		'update',
		'past',
		() => updatePost(service, stored('bluesky', [SHORT]), { date: PAST }),
		/in the past/,
	],
	['update', 'nothing', () => updatePost(service, stored('bluesky', [SHORT]), {}), /Nothing/],
	[
		'update',
		'long text',
		() => updatePost(service, stored('bluesky', [SHORT], 'QUEUE'), { content: LONG }),
		/\d+ of \d+ characters/,
	],
	[
		'update',
		'thread',
		() =>
			updatePost(service, stored('mewe', [SHORT], 'QUEUE'), {
				thread: { segment: [{ content: 'More' }] },
			}),
		/parts? of the thread would be lost|doesn't support threads/,
	],
	[
		'update',
		'refused',
		() => (
			refuseAsTooLong(),
			updatePost(service, stored('bluesky', [SHORT]), { content: 'Fresher' })
		),
		/too long/,
	],
	[
		'update',
		'limit',
		() => (reachLimit(), updatePost(service, stored('bluesky', [SHORT]), { content: 'Fresher' })),
		/limit/,
	],
	[
		'update',
		'a draft for the past',
		() => schedule(stored('bluesky', [SHORT]), PAST),
		/in the past/,
	],
	['update', 'a draft without text', () => schedule(stored('bluesky', ['']), FUTURE), /is empty/],
	[
		'update',
		'a long draft',
		() => schedule(stored('bluesky', [LONG]), FUTURE),
		/\d+ of \d+ characters/,
	],
	[
		'update',
		'a draft with a thread',
		() => schedule(stored('mewe', thread), FUTURE),
		/parts? of the thread would be lost|doesn't support threads/,
	],
	[
		'update',
		'a draft without a setting',
		() => schedule(stored('pinterest', [SHORT]), FUTURE),
		/is required/,
	],
	[
		'update',
		'a draft that is refused',
		() => (refuseAsTooLong(), schedule(stored('bluesky', [SHORT]), FUTURE)),
		/too long/,
	],
	[
		'update',
		'a draft at the limit',
		() => (reachLimit(), schedule(stored('bluesky', [SHORT]), FUTURE)),
		/limit/,
	],
])('%s only advises what its form has: %s', async (operation, _mistake, run, says) => {
	const { error } = await run();
	expect(`${error?.message}. ${error?.description}`).toMatch(says);
	expect(strangersIn(operation, error!)).toEqual([]);
});

test('what the form of an operation does not have is found in a message', () => {
	const advice = (description: string) => ({ message: 'No', description }) as SeenError;
	const named: Array<[string, string, string[]]> = [
		[
			'createFromJson',
			'Turn on the option Allow Published Posts.',
			['Allow Published Posts', 'Allow'],
		],
		['createFromJson', 'Move the rest into Thread.', ['Thread']],
		['update', 'Choose one under Channels.', ['Channels']],
		['create', 'Connect one under Channels in Postiz.', []],
		['update', 'Change it with Post > Create under Text Format.', []],
	];
	for (const [operation, description, strangers] of named) {
		expect(strangersIn(operation, advice(description))).toEqual(strangers);
	}
});
