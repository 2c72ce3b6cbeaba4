import type { IDataObject } from 'n8n-workflow';
import { byId, settingsOn, onChannels } from '../../integration/support/posts.cjs';
import { differs, errorOf, join, postWithoutIds } from '../compare.cjs';
import { FILES, type FileRef } from '../files.cjs';
import type { Channel, Instance, KeptPost } from '../instance.cjs';
import { onFirst, PLAIN_NETWORKS } from '../items.cjs';
import { MARKER } from '../ledger.cjs';
import { byPostId, postsOf } from '../sending.cjs';
import { single, type AreaPlan, type Problem, type Step } from '../types.cjs';

const DAY_MS = 86_400_000;
const UNKNOWN_TAG = 'postiz-live-no-such-tag';

const uploaded = (...files: FileRef[]): IDataObject => ({
	file: files.map((file) => ({ source: 'upload', file: JSON.stringify(file) })),
});
const part = (content: string) => ({ content, image: [], delay: 0 });

type Seen = ReturnType<typeof postWithoutIds>;

/** What is given to Post: Update, and what is then otherwise than before. */
interface Change {
	name: string;
	fields: IDataObject;
	changes: (before: Seen) => Partial<Seen>;
}

const textChange = (words: string): Change => ({
	name: 'the text',
	fields: { content: `${MARKER} ${words}` },
	changes: ({ parts: [first, ...later] }) => ({
		parts: [{ ...first, content: `${MARKER} ${words}` }, ...later],
	}),
});

function changesOf(instance: Instance): Change[] {
	const { tag } = instance.options;
	const date = new Date(Date.parse(instance.findableDate) + DAY_MS).toISOString();
	return [
		textChange('after'),
		{
			name: 'files, thread and date',
			fields: {
				media: uploaded(FILES.jpg, FILES.png),
				thread: { segment: [{ content: 'two' }] },
				date,
			},
			changes: ({ parts: [first] }) => ({
				parts: [{ ...first, image: [FILES.jpg, FILES.png] }, part('two')],
				date,
			}),
		},
		{
			name: 'the thread, to a longer one, and takes tags away',
			fields: {
				thread: { segment: [{ content: 'two' }, { content: 'three' }] },
				remove: ['tags'],
			},
			changes: ({ parts: [first] }) => ({
				parts: [first, part('two'), part('three')],
				tags: [],
			}),
		},
		...(tag ? [{ name: 'a tag', fields: { tags: tag }, changes: () => ({ tags: [tag] }) }] : []),
	];
}

/** Creates the post that is then changed; returns its ID. */
async function create(
	instance: Instance,
	{ id, identifier }: Channel,
	more: IDataObject = {},
): Promise<string> {
	const { tag } = instance.options;
	const run = await instance.node(
		{
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: instance.findableDate,
			content: `${MARKER} before`,
			media: {
				file: [
					{ source: 'upload', file: JSON.stringify(FILES.png), details: { alt: 'A cup of tea' } },
				],
			},
			thread: {
				segment: [{ content: 'second', delay: 5 }, { content: 'third' }],
			},
			...onChannels({ provider: identifier, ...byId(id) }),
			...more,
			options: { ...(tag && { tags: tag }) },
		},
		{ requests: 1 },
	);
	const [post] = postsOf(run);
	if (!post) throw new Error(errorOf(run) ?? 'nothing was created');
	return post.postId;
}

async function readOne(instance: Instance, id: string): Promise<KeptPost> {
	const post = (await instance.read([id])).get(id);
	if (!post) throw new Error('the post is not there');
	return post;
}

/** What Post: Get shows of the post that {@link create} makes. */
async function tryGet(instance: Instance, id: string): Promise<Problem> {
	const kept = await readOne(instance, id);
	const run = await instance.node({ resource: 'post', operation: 'get', ...byPostId(id) });
	const {
		text,
		date,
		media,
		thread,
		tags,
		intervalInDays = null,
		state,
	} = run.output[0]?.[0]?.json ?? {};
	const shown = {
		text,
		date: Date.parse(String(date)),
		media: (media as IDataObject[])?.map(({ path, alt }) => ({ path, alt })),
		thread: (thread as IDataObject[])?.map((one) => [one.text, one.delay]),
		tags,
		intervalInDays,
		state,
	};
	const wanted = {
		text: `${MARKER} before`,
		date: Date.parse(kept.date),
		media: [{ path: FILES.png.path, alt: 'A cup of tea' }],
		thread: ['second', 'third'].map((words, index) => [words, kept.parts[index + 1]?.delay]),
		tags: kept.tags,
		intervalInDays: null,
		state: 'scheduled',
	};
	return errorOf(run) ?? differs('the post', shown, wanted);
}

/** Makes a change with Post: Update, and compares all that the post is then with what it was. */
async function tryChange(
	instance: Instance,
	id: string,
	{ fields: { networkSettings = {}, ...updateFields }, changes }: Change,
): Promise<Problem> {
	const before = postWithoutIds(await readOne(instance, id));
	const run = await instance.node(
		{
			resource: 'post',
			operation: 'update',
			...byPostId(id),
			updateFields,
			networkSettings,
		} as never,
		{ requests: 1 },
	);
	const after = postWithoutIds(await readOne(instance, id));
	return join([errorOf(run), differs('the post', after, { ...before, ...changes(before) })]);
}

/** A post that later steps change: made by the first step that needs it. */
function shared(make: () => Promise<string>): () => Promise<string> {
	let made: Promise<string> | undefined;
	return async () => await (made ??= make());
}

function planUpdates(instance: Instance, channel: Channel): Step[] {
	const post = shared(async () => await create(instance, channel));
	const tryDraft = async () =>
		await tryChange(
			instance,
			await create(instance, channel, { type: 'draft' }),
			textChange('in the draft'),
		);
	return [
		single('Post: Get shows the whole post', async () => await tryGet(instance, await post()), {
			requests: 1,
		}),
		...changesOf(instance).map((change) =>
			single(
				`Post: Update changes ${change.name}, and nothing else`,
				async () => await tryChange(instance, await post(), change),
				{ requests: 1 },
			),
		),
		single('Post: Update leaves a draft a draft', tryDraft, { requests: 2 }),
	];
}

/** A setting that the node changes, and another one that the call of its own adds. */
interface SettingChange {
	network: string;
	/** What the post is created with, beside the network and the channel. */
	form: IDataObject;
	change: IDataObject;
	addition: IDataObject;
}

/** One of these is enough: how settings are merged does not depend on the network. */
const SETTING_CHANGES: SettingChange[] = [
	{
		network: 'x',
		form: { who_can_reply_post: 'everyone' },
		change: { who_can_reply_post: 'verified' },
		addition: { made_with_ai: true },
	},
	{
		network: 'tumblr',
		form: { settings: { title: 'Tea' } },
		change: { title: 'Coffee' },
		addition: { link: 'https://example.com/' },
	},
	{
		network: 'twitch',
		form: { settings: { messageType: 'message' } },
		change: { messageType: 'announcement' },
		addition: { announcementColor: 'blue' },
	},
];

function planSettingsOf(instance: Instance, channel: Channel): Step[] {
	const { network, form, change, addition } = SETTING_CHANGES.find(
		(one) => one.network === channel.identifier,
	)!;
	const post = shared(
		async () =>
			await create(instance, channel, {
				thread: {},
				...onChannels({ provider: network, ...byId(channel.id), ...form }),
			}),
	);
	return [
		single(
			'Post: Update changes a setting, and nothing else',
			async () =>
				await tryChange(instance, await post(), {
					name: 'a setting',
					fields: settingsOn(network, change),
					changes: ({ settings }) => ({ settings: { ...settings, ...change } }),
				}),
			{ requests: 2 },
		),
		single('the call for settings merges them, and ends the repetition', async () => {
			const id = await post();
			const before = postWithoutIds(await readOne(instance, id));
			const path = `/public/v1/posts/${id}/settings`;
			const { status } = await instance.call('PUT', path, { settings: addition });
			const settings = { ...before.settings, ...addition };
			const wanted = { ...before, settings, intervalInDays: null };
			return join([
				differs('the status', status, 200),
				differs('the post', postWithoutIds(await readOne(instance, id)), wanted),
			]);
		}),
	];
}

const planUnknownTag = (instance: Instance, { id, identifier }: Channel): Step =>
	single(
		'a tag that the workspace lacks is dropped, and the node says so',
		async () => {
			const run = await instance.node(
				{
					resource: 'post',
					operation: 'create',
					type: 'schedule',
					date: instance.date,
					content: MARKER,
					...onChannels({ provider: identifier, ...byId(id) }),
					options: { tags: UNKNOWN_TAG },
				},
				{ requests: 1 },
			);
			const [post] = postsOf(run);
			if (!post) return errorOf(run);
			return join([
				differs('the tags', (await readOne(instance, post.postId)).tags, []),
				differs('missingTags', post.missingTags, [UNKNOWN_TAG]),
			]);
		},
		{ requests: 1 },
	);

/** Changes of posts by the node: what is not given must stay exactly as it is. */
export const planChanges = (instance: Instance): AreaPlan => [
	...onFirst(instance, PLAIN_NETWORKS, 'Post: Update', (channel) => [
		planUnknownTag(instance, channel),
		...planUpdates(instance, channel),
	]),
	...onFirst(
		instance,
		SETTING_CHANGES.map(({ network }) => network),
		'settings of a post',
		(channel) => planSettingsOf(instance, channel),
	),
	...(instance.options.tag
		? []
		: [{ name: 'tags', reason: 'no tag is known: name one of the workspace in POSTIZ_TAG' }]),
];
