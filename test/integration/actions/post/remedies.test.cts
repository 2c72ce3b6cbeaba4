import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../../../nodes/Postiz/actions';
import { createPostItem, createSegment } from '../../../service/client.cjs';
import type { NodeRun, SeenError } from '../../support/harness.cjs';
import {
	createChannelEntry,
	createFromJson,
	createPost,
	FUTURE,
	selectChannels,
	storePost,
	updatePost,
} from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';
import { createTooLongText } from '../../../networks/table.cjs';

const service = useService();

const { operations } = resources.find(({ value }) => value === 'post')!;

/** The labels of all fields, except those of networks: messages name these as settings of a post. */
function listLabels(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ displayName, name, options = [], type }) => {
		if (type === 'notice') return [];
		const inner = options.flatMap((option) =>
			'values' in option ? option.values : 'type' in option ? [option] : [],
		);
		const isOfNetworks = name === 'networkSettings' || name === 'settings';
		return [displayName, ...(isOfNetworks ? [] : listLabels(inner))];
	});
}

const labels: Record<string, string[]> = Object.fromEntries(
	operations.map(({ value, properties }) => [value, listLabels(properties)]),
);

/** Labels in an error that are only in the forms of other operations. */
function listStrangers(operation: string, { message, description }: SeenError): string[] {
	// Whatever follows the name of an operation belongs to that operation.
	const ownText = `${message}. ${description}`.replace(/\b[A-Z]\w+ > [A-Z][^.]*/g, '');
	const own = labels[operation];
	return Object.values(labels)
		.flat()
		.filter((label) => !own.some((ownLabel) => ownLabel.includes(label)))
		.filter((label) => {
			// A single word at the start of a sentence isn't a label.
			const before = label.includes(' ') ? '\\b' : '(?<=[a-z,] )';
			return new RegExp(`${before}${label.replace(/[()]/g, '\\$&')}(?!\\w)`).test(ownText);
		});
}

const { text: LONG } = createTooLongText('bluesky');
const TOO_LONG = { provider: 'bluesky', name: 'acme-coffee.bsky.social', msg: 'Post is too long' };

interface Mistake {
	network?: string;
	parts?: string[];
	date?: string;
	/** How Postiz answers to the post. */
	answer?: { status: number; body?: object };
}

/** What every operation that sends posts rejects, or Postiz answers. */
const MISTAKES: Array<[Mistake, says: RegExp]> = [
	[{ parts: [''] }, /is empty/],
	[{ parts: [LONG] }, /\d+ of \d+ characters/],
	[{ network: 'mewe', parts: ['Tea', 'More'] }, /thread would be lost|doesn't support threads/],
	[{ network: 'pinterest' }, /is required/],
	[{ date: '2020-03-04T10:00:00.000Z' }, /in the past/],
	[{ answer: { status: 400, body: TOO_LONG } }, /too long/],
	[{ answer: { status: 429 } }, /limit/],
];

const SENDING: Record<string, (mistake: Mistake) => Promise<NodeRun>> = {
	create: async ({ network = 'bluesky', parts: [content, ...thread] = ['Tea'], date = FUTURE }) =>
		await createPost(service, {
			...selectChannels({ ...createChannelEntry(service, network), provider: 'auto' }),
			type: 'schedule',
			date,
			content,
			thread: { segment: thread.map((text) => ({ content: text })) },
		}),
	createFromJson: async ({ network = 'bluesky', parts = ['Tea'], date = FUTURE }) => {
		const value = parts.map((text) => createSegment(text));
		const posts = [createPostItem(service, network, {}, value)];
		return await createFromJson(service, { type: 'schedule', date, posts });
	},
	update: async ({ network = 'bluesky', parts: [text, ...thread] = ['Tea'], date = FUTURE }) => {
		const post = storePost(service, network, { text, state: 'DRAFT' });
		thread.forEach((content, index) =>
			post.parts.push({ ...post.parts[0], id: `${post.id}-${index}`, content }),
		);
		return await updatePost(service, post.id, { state: 'scheduled', date });
	},
};

describe.each(Object.entries(SENDING))(
	'%s only suggests fields of its own form',
	(operation, send) => {
		test.each(MISTAKES)('for %j', async (mistake, says) => {
			const match = { method: 'POST', path: /posts$/ };
			if (mistake.answer)
				service.faults.push({ match, kind: 'status', ...mistake.answer, times: 9 });
			const { error } = await send(mistake);
			expect(`${error?.message}. ${error?.description}`).toMatch(says);
			expect(listStrangers(operation, error!)).toEqual([]);
		});
	},
);

test.each([
	['update', 'Turn on the option Skip Validation.', ['Skip Validation']],
	['createFromJson', 'Move the rest into Thread.', ['Thread']],
	['create', 'Change it with Post > Update under Remove.', []],
])('for %s, “%s” names a field that its form lacks', (operation, description, strangers) => {
	const found = listStrangers(operation, { message: 'No', description });
	expect([...new Set(found)]).toEqual(strangers);
});
