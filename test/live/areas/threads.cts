import { findProvider } from '../../../nodes/Postiz/providers';
import { segment } from '../../service/client.cjs';
import type { Values } from '../../service/schema.cjs';
import { differs, partWithoutId } from '../compare.cjs';
import { FILES } from '../files.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { findChannels, itemFor, marked, smallestFor } from '../items.cjs';
import { sendUnchecked } from '../nodePosts.cjs';
import { noPreview, type AreaPlan, type Problem, type Step } from '../types.cjs';

/** A thread of a network, as it must be kept. */
interface Thread {
	name: string;
	network: string;
	channel: Channel;
	/** Of the parts; the first has the smallest files of the network if it names none. */
	value: Array<{ content: string; image?: object[]; delay?: number }>;
	settings?: Values;
}

const COVER = { thumbnail: FILES.png.path };
const REDDIT = {
	subreddit: [
		{ value: { subreddit: '/r/tea', title: 'Tea', type: 'video', is_flair_required: false } },
	],
};

/** What is known of a file beside its path (docs/api.md, Files of a post). */
const DETAILS: Array<Omit<Thread, 'channel'>> = [
	{
		name: 'bluesky keeps what pictures show, in each part',
		network: 'bluesky',
		value: [
			marked([{ ...FILES.png, alt: 'A cup of tea' }]),
			segment('second', [{ ...FILES.jpg, alt: 'Another cup' }]),
		],
	},
	{
		name: 'reddit keeps the cover of a video',
		network: 'reddit',
		value: [marked([{ ...FILES.mp4, ...COVER }])],
		settings: REDDIT,
	},
	...['instagram', 'tiktok-business'].map((network) => ({
		name: `${network} keeps the moment of a video that is its cover`,
		network,
		value: [marked([{ ...FILES.mp4, ...COVER, thumbnailTimestamp: 1500 }])],
	})),
];

async function toItem(instance: Instance, { network, channel, value, settings }: Thread) {
	const smallest = await smallestFor(instance, network);
	return itemFor(
		channel,
		settings ?? smallest.settings,
		value.map((part, index) => ({
			...part,
			image: part.image ?? (index === 0 ? smallest.image : []),
		})),
	);
}

async function tryThreads(instance: Instance, threads: Thread[]): Promise<Problem[]> {
	const items: Values[] = [];
	for (const thread of threads) items.push(await toItem(instance, thread));
	const { sent } = await sendUnchecked(instance, items);
	const kept = await instance.read(sent.flatMap(({ postId }) => postId ?? []));
	return sent.map(({ postId = '', problem }, index) => {
		const post = kept.get(postId);
		if (!post) return problem ?? 'the post is not there';
		const wanted = (items[index].value as Values[]).map(({ content, image, delay = 0 }) => ({
			content,
			image,
			delay,
		}));
		return differs('the thread', post.parts.map(partWithoutId), wanted);
	});
}

/** A thread on every network, and what is known of its files, read back in order. */
export function planThreads(instance: Instance): AreaPlan {
	if (!instance.hasPreview) return { steps: [], skipped: [noPreview('all threads')] };
	const networks = [...new Set(instance.channels.map(({ identifier }) => identifier))].filter(
		(network) => findProvider(network),
	);
	const delay = instance.release.has('delays') ? 5 : 0;
	const threads = networks.map((network): Thread => ({
		name: `${network} keeps three parts, and when they follow`,
		network,
		channel: instance.channelOf(network)!,
		value: [
			{ content: marked().content },
			{ ...segment('second'), delay },
			segment('third & last'),
		],
	}));
	const { found, skipped } = findChannels(instance, DETAILS, {
		networkOf: ({ network }) => network,
		nameOf: ({ name }) => name,
	});
	const all = [...threads, ...found.map(({ entry, channel }) => ({ ...entry, channel }))];
	// Kick takes only drafts, which the node sends in a request of their own.
	const hasKick = all.some(({ network }) => network === 'kick');
	const step: Step = {
		names: all.map(({ name }) => name),
		requests: hasKick ? 2 : 1,
		run: async () => await tryThreads(instance, all),
	};
	return { steps: [step], skipped };
}
