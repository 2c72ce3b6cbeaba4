import { HOUR_MS } from '../values/time';
import { setting } from './declare';
import type { SettingField } from './types';

const HOURS = [0, 1, 2, 3, 8, 12, 15, 24];

/** By these, other channels react to a post (docs/api.md, Reposts and comments from other channels). */
export const otherChannels = (
	networks: string[],
	key: string,
	word: string,
	does: string,
): SettingField[] => [
	setting.choices(`${word} From`, `${key}--integrations`, {
		channelsOf: networks,
		element: { is: { id: 'text' }, needs: 'the ID of a channel, as {"id": "…"}' },
		description: `Other channels that ${does}, by name or ID`,
	}),
	setting.choice(`${word} After`, `${key}--delay`, {
		goesWith: `${key}--integrations`,
		default: '0',
		options: HOURS.map((hours) => ({
			name: hours === 1 ? '1 Hour' : `${hours} Hours`,
			value: String(hours * HOUR_MS),
		})),
		payload: toDelay,
		description: 'How long after the post',
	}),
];

/** Hours, as a sheet has them, in milliseconds as text. */
function toDelay(value: unknown): unknown {
	const hours = Number(value);
	return HOURS.includes(hours) ? String(hours * HOUR_MS) : value;
}
