import { isEmpty } from '../values/read';
import { HOUR_MS } from '../values/time';
import { multiOptionsField, optionsField, stringField } from './declare';
import type { Provider, SettingField } from './types';

/** What other channels do once a post is out, as the keys of the service call it. */
interface Plug {
	key: string;
	word: 'Repost' | 'Comment';
	does: string;
}

const HOURS = [0, 1, 2, 3, 8, 12, 15, 24];

/**
 * The settings by which other channels of these networks repost a post or comment on it, and what must
 * hold for them (docs/api.md, Reposts and comments from other channels).
 */
export function otherChannels(
	networks: string[],
	plugs: Plug[],
): Required<Pick<Provider, 'fields' | 'check'>> {
	const fields = plugs.flatMap((plug) => fieldsOf(plug, networks));
	return {
		fields,
		check: (settings) =>
			fields
				.filter(
					({ goesWith = '', type, name }) =>
						type === 'string' && !isEmpty(settings[goesWith]) && isEmpty(settings[name]),
				)
				.map(({ displayName }) => ({
					field: displayName,
					message: 'is required if other channels are to comment',
				})),
	};
}

function fieldsOf({ key, word, does }: Plug, networks: string[]): SettingField[] {
	const name = (part: string) => `plug--${key}--${part}`;
	return [
		multiOptionsField(`${word} From`, name('integrations'), {
			channelsOf: networks,
			element: { is: { id: 'text' }, needs: 'the ID of a channel, as {"id": "…"}' },
			description: `Other channels that ${does}, by name or ID`,
		}),
		optionsField(`${word} After`, name('delay'), {
			goesWith: name('integrations'),
			default: '0',
			options: HOURS.map((hours) => ({
				name: hours === 1 ? '1 Hour' : `${hours} Hours`,
				value: String(hours * HOUR_MS),
			})),
			payload: toDelay,
			description: 'How long after the post',
		}),
		...(word === 'Comment'
			? [
					stringField('Comment Text', name('comment'), {
						goesWith: name('integrations'),
						description: 'What they comment',
					}),
				]
			: []),
	];
}

/** Hours, as a sheet has them, in milliseconds as text. */
function toDelay(value: unknown): unknown {
	const hours = Number(value);
	return HOURS.includes(hours) ? String(hours * HOUR_MS) : value;
}
