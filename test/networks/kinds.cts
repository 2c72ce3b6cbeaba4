/** What a setting takes and refuses, in the words of the table of networks beside this file. */
export interface Kind {
	/** As a person sees it in the form. */
	label: string;
	/** Values that are taken. */
	good: unknown[];
	/** Values that are refused, each with what the sentence says after the label. */
	bad: Array<[value: unknown, sentence: string]>;
	/** What a person enters and what is sent for it, in the smallest and in the fullest form. */
	entered: Array<[entered: unknown, sent: unknown]>;
	/** What is sent with it. */
	beside?: Record<string, unknown>;
	/** All values that it has, if a person can only choose. */
	choices?: string[];
	/** The channel's tool that fills its picker. */
	tool?: string;
	/** The settings inside it; of each element, if it is a list of them. */
	inside?: Settings & { isList: boolean };
}

export interface Settings {
	/** Refused if missing or empty. */
	needs?: Record<string, Kind>;
	/** Taken without. */
	takes?: Record<string, Kind>;
	/** Needed or not, as another setting is: see `needed`. */
	sometimes?: Record<string, Kind>;
	/** Settings, and the labels of all that is needed beside them and missing. */
	needed?: Array<[settings: Record<string, unknown>, labels: string[]]>;
	/** Labels of what only the form asks for: the service takes settings without. */
	onlyInForm?: string[];
	/** Of the choices, those with which all of these can be filled in; the last of each if nothing is said. */
	fullest?: Record<string, string>;
}

/** A row that was chosen from a picker's list. */
export const picked = (value: unknown) => ({
	__rl: true,
	mode: 'list',
	value: typeof value === 'string' ? value : JSON.stringify(value),
});
/** A value that was entered by hand instead. */
export const byHand = (value: string) => ({ __rl: true, mode: 'id', value });
/** Every setting has values of its own, so that none can stand for another. */
const wordOf = (label: string) => label.toLowerCase().replace(/\W+/g, '-');
const same = (value: unknown): [unknown, unknown] => [value, value];

interface TextRules {
	min?: number;
	max?: number;
	like?: string[];
	unlike?: string[];
	tool?: string;
}

/** A text, or the ID of a row; `unlike` are texts that are none of these. */
export function text(
	label: string,
	{ min = 1, max, like, unlike = [], tool }: TextRules = {},
): Kind {
	const fits = (length: number) => 'a'.repeat(length);
	const [example] = like ?? [tool ? `${wordOf(label)}-7` : `The ${label.toLowerCase()}`];
	return {
		label,
		tool,
		good: like ?? [fits(max ?? Math.max(min, 20)), fits(min)],
		entered: tool
			? [
					[picked(example), example],
					[byHand(example), example],
				]
			: [same(example)],
		bad: [
			[{ a: 1 }, 'must be text, not “{"a":1}”'],
			...(min > 1
				? [[fits(min - 1), `must have at least ${min} characters`] as [unknown, string]]
				: []),
			...(max
				? [[fits(max + 1), `has ${max + 1} characters; the maximum is ${max}`] as [unknown, string]]
				: []),
			...unlike.map((value): [unknown, string] => [value, `cannot be “${value}”`]),
		],
	};
}

export const choice = (label: string, ...choices: string[]): Kind => ({
	label,
	choices,
	good: choices,
	entered: choices.map(same),
	bad: [['moon', 'cannot be “moon”. Allowed: ']],
});

export const yesOrNo = (label: string): Kind => ({
	label,
	good: [true, false],
	entered: [same(false), same(true)],
	bad: [['maybe', 'must be true or false, not “maybe”']],
});

export const percent = (label: string): Kind => ({
	label,
	good: [0, 100],
	entered: [same(0), same(100)],
	bad: [
		[-1, 'is -1; it must be between 0 and 100'],
		[101, 'is 101; it must be between 0 and 100'],
		['loud', 'must be a number, not “loud”'],
	],
});

/** A web address; with `takesPost` also `(post:ID)`, for where that post was published. */
export const address = (
	label: string,
	{ tool, takesPost }: { tool?: string; takesPost?: true } = {},
): Kind => {
	const web = `https://example.com/${wordOf(label)}?b=c`;
	return {
		label,
		tool,
		good: [web, ...(takesPost ? ['(post:cm1)'] : [])],
		entered: [[tool ? picked(web) : web, web]],
		bad: [
			['nowhere', 'cannot be “nowhere”; it must be a web address'],
			['https://example.com/a ', 'cannot be “https://example.com/a ”; it must be a web address'],
			...(takesPost ? [] : [['(post:cm1)', 'cannot be “(post:cm1)”'] as [unknown, string]]),
		],
	};
};

/** A file that was uploaded. */
export function file(label: string): Kind {
	const uploaded = { id: wordOf(label), path: `https://media.example/${wordOf(label)}.png` };
	return {
		label,
		good: [uploaded],
		entered: [[JSON.stringify(uploaded), uploaded]],
		bad: [
			[{ id: 'a' }, 'must have the id and path of an uploaded file'],
			[
				{ id: 'a', path: 'https://media.example/a.avif' },
				'cannot be “https://media.example/a.avif”. Posts can only have PNG',
			],
		],
	};
}

const NO_LISTS: Kind['bad'] = [
	['coffee', 'must be a list, not “coffee”: each entry needs '],
	...['coffee', null, NaN, {}, []].map((element): Kind['bad'][number] => [
		[element],
		'cannot have ',
	]),
];

/** Several of what one example shows, which is entered by this word. */
export const list = (
	label: string,
	example: unknown,
	{ word, max, tool }: { word?: string; max?: number; tool?: string } = {},
): Kind => ({
	label,
	tool,
	entered: [[tool ? [word ?? example] : word, [example]]],
	good: [Array.from({ length: max ?? 5 }, () => example)],
	bad: [
		...NO_LISTS,
		...(max
			? [
					[
						Array.from({ length: max + 1 }, () => example),
						`has ${max + 1} entries; the maximum is ${max}`,
					] as [unknown, string],
				]
			: []),
	],
});

const SHOP = { id: '7', name: 'Shop' };
/** A row of which more than the ID is sent. */
export const row = (label: string, tool: string): Kind => ({
	label,
	tool,
	good: [SHOP],
	entered: [
		[picked(SHOP), SHOP],
		[byHand('7 | Shop'), SHOP],
	],
	bad: [[{ id: '7' }, 'needs an ID and a name']],
});

/** Settings under one key. */
export const group = (label: string, inside: Settings): Kind => ({
	label,
	inside: { ...inside, isList: false },
	good: [],
	entered: [],
	bad: [
		[[], 'must be an object'],
		['coffee', 'must be an object'],
	],
});

/** A list of settings under one key, each as the `value` of an element. */
export const groups = (label: string, inside: Settings): Kind => ({
	label,
	inside: { ...inside, isList: true },
	good: [],
	entered: [],
	bad: NO_LISTS,
});
