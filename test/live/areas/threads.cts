import { findProvider } from '../../../nodes/Postiz/providers';
import { segment } from '../../service/client.cjs';
import type { Values } from '../../service/schema.cjs';
import { differs, partWithoutId } from '../compare.cjs';
import { FILES } from '../files.cjs';
import type { Instance } from '../instance.cjs';
import { findChannels, marked, toItem, type Draft } from '../items.cjs';
import { judgeKept, sendUnchecked } from '../sending.cjs';
import { type AreaPlan, type Problem, type Step } from '../types.cjs';

/** A thread of a network, as it must be kept. */
type Thread = Omit<Draft, 'channel'> & { name: string };

const COVER = { thumbnail: FILES.png.path };

/** What is known of a file beside its path (docs/api.md, Files of a post). */
const DETAILS: Thread[] = [
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
	},
	...['instagram', 'tiktok-business'].map((network) => ({
		name: `${network} keeps the moment of a video that is its cover`,
		network,
		value: [marked([{ ...FILES.mp4, ...COVER, thumbnailTimestamp: 1500 }])],
	})),
];

async function tryThreads(instance: Instance, threads: Draft[]): Promise<Problem[]> {
	const items: Values[] = [];
	for (const thread of threads) items.push(await toItem(instance, thread));
	const { sent } = await sendUnchecked(instance, items);
	return await judgeKept(instance, sent, ({ parts }, index) => {
		const wanted = (items[index].value as Values[]).map((part) => ({ delay: 0, ...part }));
		return differs('the thread', parts.map(partWithoutId), wanted);
	});
}

/** A thread on every network, and what is known of its files, read back in order. */
export function planThreads(instance: Instance): AreaPlan {
	const networks = [...new Set(instance.channels.map(({ identifier }) => identifier))].filter(
		(network) => findProvider(network) && !findProvider(network)?.onlyDrafts,
	);
	const threads = networks.map((network): Thread => ({
		name: `${network} keeps three parts, and when they follow`,
		network,
		value: [
			{ content: marked().content },
			{ content: 'second', delay: 5 },
			{ content: 'third & last' },
		],
	}));
	const { found, skipped } = findChannels(instance, [...threads, ...DETAILS], ({ name }) => name);
	const step: Step = {
		names: found.map(({ name }) => name),
		requests: 1,
		run: async () => await tryThreads(instance, found),
	};
	return [step, ...skipped];
}
