import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { RANDOM_SEED } from '../../../../harness/randomSeed.cjs';
import { connect, filesOf, item, request } from '../../../../service/client.cjs';
import { formOf as networkForm, networkForms } from '../../../../networks/forms.cjs';
import type { ImageRef } from '../../../../service/providers.cjs';
import { stateWord } from '../../../../../nodes/Postiz/values/words';
import { workspacesOf, type StoredPost } from '../../../../service/state.cjs';
import { runNode } from '../../../support/harness.cjs';
import { postById, postRequests, RARELY } from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 100_000 });

const NETWORKS = networkForms
	.filter(({ kind }) => kind === 'fullest')
	.map(({ identifier }) => identifier);
const DAY_MS = 86_400_000;
/** Posts per network; UPDATE_RUNS sets another number. */
const RUNS = Number(process.env.UPDATE_RUNS ?? 10);
const TIMEOUT_MS = 30_000 + RUNS * 3000;
// Within reach of the first list.
const DATE = new Date(Date.now() + 30 * DAY_MS).toISOString();

const word = fc.stringMatching(/^[A-Za-z]{1,8}$/);
// A single word may stand for no text, such as “na”.
const text = fc.array(word, { minLength: 2, maxLength: 6 }).map((words) => words.join(' '));
/** Details of a file. */
const details = fc.record(
	{
		alt: text,
		thumbnail: word.map((name) => `https://media.example/${name}.webp`),
		thumbnailTimestamp: fc.nat(60_000),
	},
	{ requiredKeys: [] },
);
const image = fc
	.tuple(
		fc.record({ id: word, path: word.map((name) => `https://media.example/${name}.png`) }),
		details,
	)
	.map(([file, more]) => ({ ...file, ...more }));
const laterPart = fc.record({
	content: text.map((line) => `<p>${line}</p>`),
	image: fc.array(image, { maxLength: 1 }),
	delay: fc.nat(90),
});
const tags = fc.subarray(['Launch', 'Coffee', 'Weekly', 'Event']);
const days = fc.integer({ min: RARELY, max: RARELY + 40 });

/** A post as it may be in a calendar. */
const post = fc.record({
	isFull: fc.boolean(),
	type: fc.constantFrom('schedule', 'draft'),
	text,
	details,
	/** In addition to the files that the network requires. */
	files: fc.array(image, { maxLength: 2 }),
	later: fc.array(laterPart, { maxLength: 3 }),
	tags,
	inter: fc.option(days, { nil: undefined }),
	hasFailed: fc.boolean(),
});
type Post = typeof post extends fc.Arbitrary<infer T> ? T : never;

const FIELDS = ['days', 'text', 'media', 'thread', 'tags', 'removed'] as const;
const allFields = fc.record({
	days: fc.nat(300),
	text,
	media: fc.array(image, { minLength: 1, maxLength: 2 }),
	thread: fc.array(
		fc.record({ text, delay: fc.nat(90), media: fc.array(image, { maxLength: 1 }) }),
		{ minLength: 1, maxLength: 3 },
	),
	tags: tags.filter((names) => names.length > 0),
	removed: fc.subarray(['media', 'inter', 'tags', 'content', 'thread'], { minLength: 1 }),
});

/** What somebody fills in: mostly one or two fields. The others stay as they are. */
const change = fc
	.tuple(
		allFields,
		fc.oneof(
			{ weight: 3, arbitrary: fc.subarray([...FIELDS], { minLength: 1, maxLength: 2 }) },
			{ weight: 1, arbitrary: fc.subarray([...FIELDS], { minLength: 1 }) },
		),
	)
	.map(
		([all, names]) =>
			Object.fromEntries(names.map((name) => [name, all[name]])) as Partial<typeof all>,
	);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const dateOf = ({ days: later = 0 }: Change) =>
	new Date(Date.parse(DATE) + later * DAY_MS).toISOString();

const uploads = (files: object[]) => ({
	file: [{ source: 'upload', file: JSON.stringify(files) }],
});

/** Values take precedence over removals, as the form rejects both. */
function formOf(id: string, wanted: Change): INodeParameters {
	const { media, removed = [], thread, ...plain } = wanted;
	const given: IDataObject = {
		...(wanted.days !== undefined && { date: dateOf(wanted) }),
		...(plain.text !== undefined && { content: plain.text }),
		...(media && { media: uploads(media) }),
		...(thread && {
			thread: {
				segment: thread.map((part) => ({
					content: part.text,
					delay: part.delay,
					...(part.media.length > 0 && { media: uploads(part.media) }),
				})),
			},
		}),
		...(plain.tags && { tags: plain.tags.join(', ') }),
	};
	return {
		resource: 'post',
		operation: 'update',
		...postById(id),
		updateFields: {
			...given,
			remove: removed.filter((name) => !(name in given)),
		} as INodeParameters,
	};
}

/** What can be seen of a post, with the texts that a network gets. */
const view = ({ parts, settings, tags: ids, ...stored }: StoredPost) => ({
	...stored,
	settings,
	tags: service.state.tags.filter(({ id }) => ids.includes(id)).map(({ name }) => name),
	// What publishing would drop depends on the files, and is checked with the networks.
	parts: parts.map(({ published, shown, left, dropped: _dropped, ...part }) => ({
		...part,
		text: (shown ?? published).trim(),
		isLeft: left !== undefined,
	})),
});
type View = ReturnType<typeof view>;

/** The post as it must be after the change, without values that each change sets anew. */
function expected(before: View, wanted: Change, after: View): View {
	const removed = wanted.removed ?? [];
	const [head, ...later] = before.parts;
	const anew = (name: string, isGiven: boolean) => isGiven || removed.includes(name);
	const part = (index: number, more: Partial<View['parts'][number]>) => ({
		...after.parts[index],
		...more,
		isLeft: false,
	});
	const thread = anew('thread', wanted.thread !== undefined)
		? (wanted.thread ?? []).map((given, index) =>
				part(index + 1, {
					...(later[index] && { id: later[index].id }),
					text: given.text,
					image: given.media as ImageRef[],
					delay: given.delay,
				}),
			)
		: later;
	const isTriedAgain = before.state === 'ERROR' && wanted.days !== undefined;
	return {
		...before,
		...(isTriedAgain && { state: 'QUEUE' as const, error: null }),
		publishDate: wanted.days === undefined ? before.publishDate : dateOf(wanted),
		intervalInDays: removed.includes('inter') ? null : before.intervalInDays,
		tags: wanted.tags ?? (removed.includes('tags') ? [] : before.tags),
		parts: [
			{
				...head,
				...(anew('content', wanted.text !== undefined) && {
					text: wanted.text ?? '',
					content: after.parts[0].content,
				}),
				...(anew('media', wanted.media !== undefined) && {
					image: (wanted.media ?? []) as ImageRef[],
				}),
			},
			...thread,
		],
		// Set anew by each change.
		group: after.group,
		updatedAt: after.updatedAt,
		goesOutAt: undefined,
		received: after.received,
	};
}

async function create(
	network: string,
	{ isFull, type, later, hasFailed, details: about, files: own, ...more }: Post,
): Promise<StoredPost | undefined> {
	const { settings, files: kind } = networkForm(network, isFull ? 'fullest' : 'smallest');
	const files = await filesOf(service, kind);
	const takesOnlyDrafts = network === 'kick';
	const { data, status } = await connect(service).post(
		'/posts',
		request(
			[
				item(service, network, settings, [
					{
						content: `<p>${more.text}</p>`,
						image: [...files.map((file) => ({ ...file, ...about })), ...own],
					},
					...later.map((part) => ({ ...part, image: [] as object[] })),
				]),
			],
			{
				type: takesOnlyDrafts ? 'draft' : type,
				date: DATE,
				tags: more.tags.map((label) => ({ value: label, label })),
				inter: more.inter,
			},
		),
	);
	if (status !== 201) return undefined;
	const stored = service.state.posts.find(({ id }) => id === data[0].postId)!;
	if (type === 'schedule') stored.state = 'QUEUE';
	if (type === 'schedule' && hasFailed) {
		Object.assign(stored, { state: 'ERROR', error: 'The network was down' });
	}
	return stored;
}

const PLAIN: Post = {
	isFull: false,
	type: 'schedule',
	text: 'Fresh beans',
	details: {},
	files: [],
	later: [],
	tags: [],
	inter: undefined,
	hasFailed: false,
};
describe(`a change leaves everything that it does not name as it was (RANDOM_SEED=${RANDOM_SEED})`, () => {
	test.each(NETWORKS)(
		'on %s',
		async (network) => {
			let changed = 0;
			await fc.assert(
				fc.asyncProperty(post, change, async (given, wanted) => {
					service.reset();
					await create('bluesky', PLAIN);
					// Many networks require other files, or none.
					const stored =
						(await create(network, given)) ?? (await create(network, { ...given, files: [] }));
					if (!stored) return;
					const before = structuredClone(view(stored));
					const others = () =>
						JSON.stringify(
							workspacesOf(service.state).map(({ posts, channels }) => [
								posts.filter(({ id }) => id !== stored.id),
								channels,
							]),
						);
					const othersBefore = others();
					service.requests.length = 0;
					const { output, error } = await runNode({
						service,
						parameters: formOf(stored.id, wanted),
					});
					expect(others()).toBe(othersBefore);
					const after = view(service.state.posts.find(({ id }) => id === stored.id)!);
					if (error) {
						expect(after).toEqual(before);
						expect(error.message + String(error.description)).toMatch(
							/Nothing|has no new date|Look on the network/,
						);
						return;
					}
					changed++;
					expect(after).toEqual(expected(before, wanted, after));
					const [{ json }] = output[0];
					expect(postRequests(service)).toHaveLength(json.changed ? 1 : 0);
					expect(json).toMatchObject({
						postId: stored.id,
						state: stateWord(after.state),
					});
				}),
				{ numRuns: RUNS, seed: RANDOM_SEED + NETWORKS.indexOf(network) },
			);
			expect(changed).toBeGreaterThan(0);
		},
		TIMEOUT_MS,
	);
});
