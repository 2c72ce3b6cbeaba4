import { byId } from '../../integration/support/posts.cjs';
import { differs, errorOf, show } from '../compare.cjs';
import type { Instance } from '../instance.cjs';
import { single, type AreaPlan } from '../types.cjs';

const NO_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** The next free slot of one channel: one without posting times would keep the server busy for good. */
export function planSlots(instance: Instance): AreaPlan {
	const [channel] = instance.channels;
	if (!channel) return { steps: [], skipped: [{ name: 'free slot', reason: 'no channel' }] };
	const step = single('the next free slot is in the future, and in UTC', async () => {
		const run = await instance.node({
			resource: 'integration',
			operation: 'findSlot',
			...byId(channel.id),
		});
		if (run.error) return errorOf(run);
		const said = run.calls.find(({ path }) => path.includes('/find-slot/'))?.answer;
		const { date: raw } = Object(said) as { date?: unknown };
		if (!NO_ZONE.test(String(raw))) return `the instance answered ${show(said)}`;
		const { date } = run.output[0][0].json;
		if (Date.parse(`${String(raw)}Z`) <= Date.now()) return `it is ${String(raw)}`;
		return differs('the date', date, new Date(`${String(raw)}Z`).toISOString());
	});
	return { steps: [step], skipped: [] };
}
