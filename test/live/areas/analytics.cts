import { segment } from '../../service/client.cjs';
import { isObject } from '../../service/schema.cjs';
import { byId } from '../../integration/support/posts.cjs';
import { differs, errorOf, join, show } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { itemFor, PLAIN_NETWORKS } from '../items.cjs';
import { MARKER } from '../ledger.cjs';
import { byPostId, sendUnchecked } from '../nodePosts.cjs';
import { noChannel, single, type AreaPlan, type Step } from '../types.cjs';

/** Networks that mostly have metrics. */
const COUNTED = ['x', 'instagram', 'facebook', 'youtube', 'linkedin-page'];
const DAYS = 7;

const isDay = (day: unknown) => isObject(day) && 'total' in day && 'date' in day;
const isMetric = (metric: unknown): metric is { label: string; data: unknown[] } =>
	isObject(metric) &&
	typeof metric.label === 'string' &&
	Array.isArray(metric.data) &&
	metric.data.every(isDay);

const tryChannel = (instance: Instance, channel: Channel): Step =>
	single('the analytics of a channel are metrics with days, and one row of the node', async () => {
		const run = await instance.node({
			resource: 'analytics',
			operation: 'channel',
			...byId(channel.id),
			period: DAYS,
		});
		if (run.error) return errorOf(run);
		const said = run.calls.find(({ path }) => path.includes('/analytics/'))?.answer;
		if (!Array.isArray(said) || !said.every(isMetric)) return `the instance said ${show(said)}`;
		const rows = run.output[0].map(({ json }) => json);
		const isEmpty = said.every(({ data }) => data.length === 0);
		return join([
			differs('the number of rows', rows.length, 1),
			differs('the channel', rows[0]?.channelName, channel.name),
			differs('that the row says why it is empty', rows[0]?.note !== null, isEmpty),
		]);
	});

const tryDraft = (instance: Instance, channel: Channel): Step =>
	single(
		'a draft has no metrics, and the node says why',
		async () => {
			const { sent, run } = await sendUnchecked(
				instance,
				[itemFor(channel, {}, [segment(MARKER)])],
				{ type: 'draft', date: instance.findableDate },
			);
			const [{ postId, problem }] = sent;
			if (postId === undefined) return problem ?? errorOf(run);
			const metrics = await instance.node({
				resource: 'analytics',
				operation: 'post',
				...byPostId(postId),
			});
			const { note } = metrics.output[0]?.[0]?.json ?? {};
			return (
				errorOf(metrics) ??
				(/Only published posts/.test(String(note)) ? undefined : `it says ${show(note)}`)
			);
		},
		{ requests: 1 },
	);

/** What channels and posts count. */
export function planAnalytics(instance: Instance): AreaPlan {
	const counted = instance.firstOf(COUNTED) ?? instance.channels.at(0);
	const plain = instance.firstOf(PLAIN_NETWORKS);
	return {
		steps: [
			...(counted ? [tryChannel(instance, counted)] : []),
			...(plain ? [tryDraft(instance, plain)] : []),
		],
		skipped: plain ? [] : [noChannel('metrics of a draft', ...PLAIN_NETWORKS)],
	};
}
