import type { IDataObject } from 'n8n-workflow';
import { byId, settingsOn, onChannels } from '../../integration/support/posts.cjs';
import { differs, errorOf, join, postWithoutIds } from '../compare.cjs';
import { FILES, type FileRef } from '../files.cjs';
import type { Channel, Instance, KeptPost } from '../instance.cjs';
import { PLAIN_NETWORKS } from '../items.cjs';
import { MARKER, NO_SUCH_ID } from '../ledger.cjs';
import { byPostId, postsOf } from '../nodePosts.cjs';
import {
	noChannel,
	noPreview,
	single,
	type AreaPlan,
	type Problem,
	type Skipped,
	type Step,
} from '../types.cjs';

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
	/** It takes a tag that the workspace has. */
	needsTag?: boolean;
}

const withFirst = ({ parts: [first, ...later] }: Seen, more: Partial<Seen['parts'][0]>) => ({
	parts: [{ ...first, ...more }, ...later],
});

const laterBy = (date: string, days: number) =>
	new Date(Date.parse(date) + days * DAY_MS).toISOString();

const textChange = (words: string): Change => ({
	name: 'the text',
	fields: { content: `${MARKER} ${words}` },
	changes: (before) => withFirst(before, { content: `${MARKER} ${words}` }),
});

function changesOf(instance: Instance): Change[] {
	const date = laterBy(instance.findableDate, 1);
	return [
		textChange('after'),
		{
			name: 'the files',
			fields: { media: uploaded(FILES.jpg, FILES.png) },
			changes: (before) => withFirst(before, { image: [FILES.jpg, FILES.png] }),
		},
		{
			name: 'the thread, to a shorter one',
			fields: { thread: { segment: [{ content: 'only one' }] } },
			changes: ({ parts }) => ({ parts: [parts[0], part('only one')] }),
		},
		{
			name: 'the thread, to a longer one',
			fields: { thread: { segment: [{ content: 'two' }, { content: 'three' }] } },
			changes: ({ parts }) => ({ parts: [parts[0], part('two'), part('three')] }),
		},
		{ name: 'the date', fields: { date }, changes: () => ({ date }) },
		{ name: 'the repetition', fields: { inter: 3 }, changes: () => ({ intervalInDays: 3 }) },
		{
			name: 'the end of it',
			fields: { remove: ['inter'] },
			changes: () => ({ intervalInDays: null }),
		},
		{ name: 'no tags any more', fields: { remove: ['tags'] }, changes: () => ({ tags: [] }) },
		{
			name: 'a tag',
			fields: { tags: instance.options.tag ?? '' },
			changes: () => ({ tags: [instance.options.tag!] }),
			needsTag: true,
		},
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
				segment: [
					{ content: 'second', ...(instance.release.has('delays') && { delay: 5 }) },
					{ content: 'third' },
				],
			},
			...onChannels({ provider: identifier, ...byId(id) }),
			...more,
			options: { inter: 7, ...(tag && { tags: tag }), ...(more.options as IDataObject) },
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
	const wanted = { ...before, ...changes(before) };
	const keys = Object.keys(wanted) as Array<keyof Seen>;
	return join([errorOf(run), ...keys.map((key) => differs(key, after[key], wanted[key]))]);
}

/** A post that later steps change: made by the first step that needs it. */
function shared(make: () => Promise<string>): () => Promise<string> {
	let made: Promise<string> | undefined;
	return async () => await (made ??= make());
}

function planUpdates(instance: Instance, channel: Channel): Step[] {
	const post = shared(async () => await create(instance, channel));
	const draft = shared(async () => await create(instance, channel, { type: 'draft' }));
	const changes = changesOf(instance).filter(({ needsTag }) => !needsTag || instance.options.tag);
	return [
		single(
			'Post: Get shows the whole post',
			async () => {
				const id = await post();
				const kept = await readOne(instance, id);
				const run = await instance.node({
					resource: 'post',
					operation: 'get',
					...byPostId(id),
				} as never);
				const shown = run.output[0]?.[0]?.json ?? {};
				return (
					errorOf(run) ??
					join([
						differs('the text', shown.text, `${MARKER} before`),
						differs('the date', Date.parse(String(shown.date)), Date.parse(kept.date)),
						differs(
							'the files',
							(shown.media as IDataObject[])?.map(({ path, alt }) => ({ path, alt })),
							[{ path: FILES.png.path, alt: 'A cup of tea' }],
						),
						differs(
							'the thread',
							(shown.thread as IDataObject[])?.map(({ text, delay }) => [text, delay]),
							['second', 'third'].map((text, index) => [text, kept.parts[index + 1]?.delay]),
						),
						differs('the tags', shown.tags, kept.tags),
						differs('the repetition', shown.intervalInDays, 7),
						differs('the state', shown.state, 'scheduled'),
					])
				);
			},
			{ requests: 1 },
		),
		single('Post: Get Many includes the details of a post', async () => {
			const id = await post();
			const run = await instance.node({
				resource: 'post',
				operation: 'list',
				returnAll: true,
				period: 'custom',
				startDate: laterBy(instance.findableDate, -1),
				endDate: laterBy(instance.findableDate, 2),
				// The previews of other posts are none of the suite's business.
				filters: { text: MARKER },
				includeDetails: true,
			} as never);
			const shown = run.output[0]?.find(({ json }) => json.postId === id)?.json ?? {};
			return (
				errorOf(run) ??
				join([
					differs('the number of files', (shown.media as IDataObject[])?.length, 1),
					differs('the number of later parts', (shown.thread as IDataObject[])?.length, 2),
				])
			);
		}),
		single('Post: Wait does not wait for a post that is years ahead', async () => {
			const run = await instance.node({
				resource: 'post',
				operation: 'wait',
				maxMinutes: 1,
				...byPostId(await post()),
			} as never);
			const said = errorOf(run) ?? 'nothing';
			return said.includes('later than this node waits') ? undefined : `the node says ${said}`;
		}),
		single('Post: Create with Validate Only sends nothing', async () => {
			const { calls, ...run } = await instance.node({
				resource: 'post',
				operation: 'create',
				type: 'schedule',
				date: instance.findableDate,
				content: MARKER,
				...onChannels({ provider: channel.identifier, ...byId(channel.id) }),
				options: { validateOnly: true },
			} as never);
			const [part] = (run.output[0]?.[0]?.json.parts ?? []) as IDataObject[];
			return (
				errorOf(run) ??
				join([
					differs('the count of characters', part?.characters, MARKER.length),
					differs('what was sent', calls.filter(({ method }) => method !== 'GET').length, 0),
				])
			);
		}),
		...changes.map((change) =>
			single(
				`Post: Update changes ${change.name}, and nothing else`,
				async () => await tryChange(instance, await post(), change),
				{ requests: 1 },
			),
		),
		single(
			'Post: Update leaves a draft a draft',
			async () => await tryChange(instance, await draft(), textChange('in the draft')),
			{ requests: 2 },
		),
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

const networksWithSettings = SETTING_CHANGES.map(({ network }) => network);

function planSettingsOf(
	instance: Instance,
	channel: Channel,
	{ network, form, change, addition }: SettingChange,
): Step[] {
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
			return join([
				differs('the status', status, 200),
				differs('the post', postWithoutIds(await readOne(instance, id)), {
					...before,
					settings,
					intervalInDays: null,
				}),
			]);
		}),
	];
}

function planTags(instance: Instance, channel: Channel): Step {
	return single(
		'a tag that the workspace lacks is dropped, and the node says so',
		async () => {
			const { id, identifier } = channel;
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
}

/** Changes of posts by the node: what is not given must stay exactly as it is. */
export function planChanges(instance: Instance): AreaPlan {
	const steps: Step[] = [
		single('an unknown post is not changed', async () => {
			const { error, calls } = await instance.node({
				resource: 'post',
				operation: 'update',
				...byPostId(NO_SUCH_ID),
				updateFields: { content: MARKER },
			} as never);
			const changing = calls.find(({ method }) => method !== 'GET');
			return join([
				error ? undefined : 'the node says that it was changed',
				changing && `${changing.method} ${changing.path} was sent`,
			]);
		}),
	];
	const skipped: Skipped[] = [];
	const plain = instance.firstOf(PLAIN_NETWORKS);
	if (!instance.hasPreview) return { steps, skipped: [noPreview('Post: Get and Update')] };
	if (plain) steps.push(planTags(instance, plain), ...planUpdates(instance, plain));
	else skipped.push(noChannel('Post: Update', ...PLAIN_NETWORKS));
	const setting = SETTING_CHANGES.find(({ network }) => instance.channelOf(network));
	if (setting)
		steps.push(...planSettingsOf(instance, instance.channelOf(setting.network)!, setting));
	else skipped.push(noChannel('settings of a post', ...networksWithSettings));
	if (!instance.options.tag)
		skipped.push({
			name: 'tags',
			reason: 'no tag is known: name one of the workspace in POSTIZ_TAG',
		});
	return { steps, skipped };
}
