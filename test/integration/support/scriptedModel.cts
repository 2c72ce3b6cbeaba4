import { DateTime } from 'luxon';

/** What the tool of the tests takes. */
export interface ToolInput {
	Channel_Names: unknown;
	Date: unknown;
	Text: unknown;
}

/** What a model does after an error: it calls the tool again, or asks the person it talks to. */
export type Reaction = { again: ToolInput } | { asks: string };

const FORM = 'yyyy-MM-dd HH:mm';

type Rule = (told: string, input: ToolInput, found: RegExpMatchArray) => Partial<ToolInput>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The channels without these, which may be named by their networks. */
function without(names: string, { Channel_Names: entered }: ToolInput): Partial<ToolInput> {
	const isLeft = (channel: string) =>
		names.split(', ').some((name) => channel.includes(name) || name.includes(channel));
	const channels = textOf(entered).split(/,\s*/);
	return { Channel_Names: channels.filter((channel) => !isLeft(channel)).join(', ') };
}

const laterThan = (moment: string): Partial<ToolInput> => ({
	Date: DateTime.fromFormat(moment, FORM).plus({ days: 1 }).toFormat(FORM),
});

/**
 * How a model reads errors: by what stands in them, whatever was wrong. Each rule is for an advice, the first that fits
 * counts for its field, and nothing here knows which error the node was to give.
 */
const RULES: Array<[advice: RegExp, field: keyof ToolInput, read: Rule]> = [
	[
		/(?:Did you mean|Use the ID of one of them:|Enter the one you mean:) .+? \(([^() ]+)\)(?!:)/,
		'Channel_Names',
		(_told, _input, [, id]) => ({ Channel_Names: id }),
	],
	[
		/Connected: (.+?)(?:, |\.(?: |$))/,
		'Channel_Names',
		(_told, _input, [, name]) => ({ Channel_Names: name }),
	],
	[
		/” is (.+?), no channel of/,
		'Channel_Names',
		(_told, _input, [, name]) => ({ Channel_Names: name }),
	],
	// Which one is meant, it knows from the person.
	[
		/each channel as its name|one list of names/,
		'Channel_Names',
		() => ({ Channel_Names: 'Bluesky' }),
	],
	[
		/([^:.;]+): [^:;]+ is disabled.*leave it out/,
		'Channel_Names',
		(_told, input, [, name]) => without(name, input),
	],
	[
		/No ([\w ]+) channel is connected.*leave it out/,
		'Channel_Names',
		(_told, input, [, name]) => without(name, input),
	],
	[/leave out ([^.]+)\./i, 'Channel_Names', (_told, input, [, names]) => without(names, input)],
	[
		/It can be (\d{4}-\d\d-\d\d \d\d:\d\d) or/,
		'Date',
		(_told, _input, [, date]) => ({ Date: date }),
	],
	[
		/It is (\d{4}-\d\d-\d\d \d\d:\d\d) \S+ now\. Choose a later date/,
		'Date',
		(_told, _input, [, now]) => laterThan(now),
	],
	[/such as 2026-12-14 10:00/, 'Date', () => ({ Date: '2099-12-14 10:00' })],
	[
		/(\d+) of (\d+) characters.*Shorten the text/,
		'Text',
		(told, { Text }) => {
			const limits = [...told.matchAll(/\d+ of (\d+) characters/g)].map(([, limit]) =>
				Number(limit),
			);
			return { Text: textOf(Text).slice(0, Math.min(...limits)) };
		},
	],
	[
		/Give a text|Give the text alone|needs text or media/,
		'Text',
		() => ({ Text: 'Our menu is here' }),
	],
	[/Write another text/, 'Text', () => ({ Text: 'Come in, our menu is here' })],
];

/** What cannot be mended by other values passes with time, or only a person can mend it. */
const ONLY_TIME = /Try again|Run (?:this|it) again/i;

/** What a model that has nothing but the message makes of it. */
export function react(input: ToolInput, told: string): Reaction {
	const changes: Partial<ToolInput> = {};
	for (const [advice, field, read] of RULES) {
		const found = field in changes ? null : advice.exec(told);
		if (found) Object.assign(changes, read(told, input, found));
	}
	const isChanged = Object.keys(changes).length > 0;
	// A post on no channel is none.
	if (isChanged && changes.Channel_Names !== '') return { again: { ...input, ...changes } };
	if (!isChanged && ONLY_TIME.test(told)) return { again: input };
	return { asks: told };
}
