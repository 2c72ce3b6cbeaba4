import type { SettingsCase } from '../../service/recorded/posts.cjs';
import type { Values } from '../../service/schema.cjs';
import { compareSettings, messagesOf, show } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { whyNotSettings } from '../needs.cjs';
import { findChannels, itemFor, marked, recordedCases } from '../items.cjs';
import { judgeKept, sendEachUnchecked, sendRefused, toRequests } from '../sending.cjs';
import type { AreaPlan, Problem, Step } from '../types.cjs';

type Tried = SettingsCase & { channel: Channel };

const nameOf = ({ network, title, settings }: SettingsCase) =>
	`${network}, ${title}: ${show(settings)}`;

/** All but those about `__type`, which older instances answer otherwise (docs/api.md, Creating posts). */
const cases = () =>
	recordedCases<SettingsCase>('settings.json')
		.filter(({ title }) => !title.includes('__type'))
		.filter(({ kept, answer }) => kept ?? messagesOf(answer));

const toItem = ({ settings, image, channel }: Tried): Values =>
	itemFor(channel, settings, [marked(image)]);

async function tryTaken(instance: Instance, tried: Tried[]): Promise<Problem[]> {
	const sent = await sendEachUnchecked(instance, tried.map(toItem));
	return await judgeKept(instance, sent, ({ settings }, index) => {
		const { kept, channel } = tried[index];
		return compareSettings(settings, { ...kept, __type: channel.identifier });
	});
}

const tryRefused = async (instance: Instance, tried: Tried[]): Promise<Problem[]> =>
	await sendRefused(
		instance,
		tried.map(toItem),
		tried.map(({ answer }) => messagesOf(answer)!),
	);

/** What a network's settings may be, and what is refused: as a running instance was recorded to. */
export function planSettings(instance: Instance): AreaPlan {
	const { found, skipped } = findChannels(instance, cases(), nameOf);
	const known: Tried[] = [];
	for (const tried of found) {
		const reason = whyNotSettings(instance.release, tried.network, tried.settings);
		if (reason) skipped.push({ name: nameOf(tried), reason });
		else known.push(tried);
	}
	const toSteps = (own: Tried[], run: typeof tryTaken): Step[] =>
		toRequests(own, toItem).map((group) => ({
			names: group.map(nameOf),
			requests: 1,
			run: async () => await run(instance, group),
		}));
	const [taken, refused] = [true, false].map((isTaken) =>
		known.filter(({ kept }) => Boolean(kept) === isTaken),
	);
	return [...toSteps(taken, tryTaken), ...toSteps(refused, tryRefused), ...skipped];
}
