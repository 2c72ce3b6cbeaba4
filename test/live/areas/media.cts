import { fileNamed, type MediaCase } from '../../service/recorded/posts.cjs';
import type { Values } from '../../service/schema.cjs';
import { answerToPosts, notRefused } from '../compare.cjs';
import { FILES, uploadPicture, type FileRef } from '../files.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { findChannels, inGroups, itemFor, marked, recordedCases, smallestFor } from '../items.cjs';
import { MAX_POSTS, sendEachUnchecked, sendUnchecked } from '../nodePosts.cjs';
import { sendPosts } from '../plainPosts.cjs';
import { single, type AreaPlan, type Problem, type Step } from '../types.cjs';

/** Files that a network takes, or refuses: with these words, if they are known. */
interface Rule {
	network: string;
	title: string;
	settings?: Values;
	/** The files of the post and of each later part. */
	files: (instance: Instance) => object[][] | Promise<object[][]>;
	refusal?: string | true;
}

/** Of networks that refuse nothing, these are enough. */
const BROADEST = ['36 pictures', 'picture and video', 'video in a later part'];

const fromRecording = ({ network, title, settings, files, message }: MediaCase): Rule => ({
	network,
	title,
	settings,
	files: () => files.map((kinds) => kinds.map(fileNamed)),
	refusal: message,
});

/** Recorded cases, but of those that show the same only the first. */
function recordedRules(): Rule[] {
	const cases = recordedCases<MediaCase>('media.json');
	const strict = new Set(cases.flatMap(({ taken, network }) => (taken ? [] : [network])));
	const shown = new Set<string>();
	return cases
		.filter(({ network, title, files, taken, message }) => {
			if (taken) return strict.has(network) || BROADEST.includes(title);
			const key = [network, message, files.length].join();
			return !shown.has(key) && shown.add(key);
		})
		.map(fromRecording);
}

const pictures = (count: number): FileRef[] => Array<FileRef>(count).fill(FILES.png);
const sizes =
	(...wanted: Array<[width: number, height: number]>) =>
	async (instance: Instance): Promise<object[][]> => {
		const files: FileRef[] = [];
		for (const [width, height] of wanted) files.push(await uploadPicture(instance, width, height));
		return [files];
	};
const REDDIT_MEDIA = {
	subreddit: [
		{ value: { subreddit: '/r/tea', title: 'Tea', type: 'media', is_flair_required: false } },
	],
};

/** What the recordings lack: limits that are just kept, and pictures that are measured. */
const MORE_RULES: Rule[] = [
	{ network: 'bluesky', title: '4 pictures', files: () => [pictures(4)] },
	{ network: 'instagram', title: '10 pictures', files: () => [pictures(10)] },
	{ network: 'tumblr', title: '30 pictures', files: () => [pictures(30)] },
	{
		network: 'tumblr',
		title: '30 pictures and a video',
		files: () => [[...pictures(30), FILES.mp4]],
	},
	{ network: 'tiktok-business', title: '35 pictures', files: () => [pictures(35)] },
	{ network: 'pinterest', title: 'video and cover', files: () => [[FILES.mp4, FILES.png]] },
	{
		network: 'reddit',
		title: 'media, 1 picture',
		settings: REDDIT_MEDIA,
		files: () => [pictures(1)],
	},
	{ network: 'dribbble', title: '400x300', files: sizes([400, 300]) },
	{ network: 'dribbble', title: '800x600', files: sizes([800, 600]) },
	{ network: 'dribbble', title: '300x400', files: sizes([300, 400]), refusal: true },
	{ network: 'dribbble', title: 'none', files: () => [[]], refusal: true },
	{ network: 'dribbble', title: '2 pictures', files: sizes([400, 300], [800, 600]), refusal: true },
	{ network: 'dribbble', title: 'video', files: () => [[FILES.mp4]], refusal: true },
	{
		network: 'pinterest',
		title: '5 pictures of one size',
		files: sizes([400, 300], [400, 300], [400, 300], [400, 300], [400, 300]),
	},
	{
		network: 'pinterest',
		title: '6 pictures',
		files: sizes([400, 300], [400, 300], [400, 300], [400, 300], [400, 300], [400, 300]),
		refusal: true,
	},
	{ network: 'pinterest', title: 'two sizes', files: sizes([400, 300], [800, 600]), refusal: true },
	{
		network: 'pinterest',
		title: 'a video and 2 pictures',
		files: () => [[FILES.mp4, FILES.png, FILES.jpg]],
		refusal: true,
	},
	{
		network: 'reddit',
		title: 'media, 2 pictures',
		settings: REDDIT_MEDIA,
		files: () => [pictures(2)],
		refusal: true,
	},
	{
		network: 'kick',
		title: 'text alone',
		files: () => [[]],
		refusal: 'an unknown value was passed to the validate function',
	},
];

const nameOf = ({ network, title, refusal }: Rule) =>
	`${network}, ${title}: ${refusal === undefined ? 'taken' : 'refused'}`;

async function toItem(instance: Instance, channel: Channel, rule: Rule): Promise<Values> {
	const settings = rule.settings ?? (await smallestFor(instance, rule.network)).settings;
	const files = await rule.files(instance);
	return itemFor(
		channel,
		settings,
		files.map((image) => marked(image)),
	);
}

interface Tried {
	entry: Rule;
	channel: Channel;
}

async function tryTaken(instance: Instance, tried: Tried[]): Promise<Problem[]> {
	const items: Values[] = [];
	for (const { entry, channel } of tried) items.push(await toItem(instance, channel, entry));
	return (await sendEachUnchecked(instance, items)).map(({ problem }) => problem);
}

async function tryRefused(instance: Instance, { entry: rule, channel }: Tried): Promise<Problem> {
	const item = await toItem(instance, channel, rule);
	const words = rule.refusal === true ? undefined : rule.refusal;
	// The node goes round what this network refuses.
	if (rule.network === 'kick')
		return notRefused(await sendPosts(instance, [item]), channel.identifier, words);
	const { run } = await sendUnchecked(instance, [item]);
	return notRefused(answerToPosts(run), channel.identifier, words);
}

/** Files that must be taken, and files that must be refused: decided by the service alone. */
export function planMedia(instance: Instance): AreaPlan {
	// Kick refuses every post, whatever its files.
	const rules = [...recordedRules(), ...MORE_RULES].filter(
		({ network, refusal }) => network !== 'kick' || refusal !== undefined,
	);
	const { found, skipped } = findChannels(instance, rules, {
		networkOf: ({ network }) => network,
		nameOf,
	});
	const taken = found.filter(({ entry }) => entry.refusal === undefined);
	const refused = found.filter(({ entry }) => entry.refusal !== undefined);
	return {
		steps: [
			...inGroups(taken, MAX_POSTS).map((group): Step => ({
				names: group.map(({ entry }) => nameOf(entry)),
				requests: 1,
				run: async () => await tryTaken(instance, group),
			})),
			...refused.map((one) =>
				single(nameOf(one.entry), async () => await tryRefused(instance, one), { requests: 1 }),
			),
		],
		skipped,
	};
}
