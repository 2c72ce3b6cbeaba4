/** A setting, in the words of the table of networks beside this file. */
export interface Kind {
	/** As a person sees it in the form. */
	label: string;
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

/** A text like this one, or the ID of a row. */
export function text(label: string, { like, tool }: { like?: string; tool?: string } = {}): Kind {
	const example = like ?? (tool ? `${wordOf(label)}-7` : `The ${label.toLowerCase()}`);
	const entered = tool ? [picked(example), byHand(example)] : [example];
	return { label, tool, entered: entered.map((value) => [value, example]) };
}

export const choice = (label: string, ...choices: string[]): Kind => ({
	label,
	choices,
	entered: choices.map(same),
});

export const yesOrNo = (label: string): Kind => ({ label, entered: [same(false), same(true)] });

export const percent = (label: string): Kind => ({ label, entered: [same(0), same(100)] });

export function address(label: string, { tool }: { tool?: string } = {}): Kind {
	const web = `https://example.com/${wordOf(label)}?b=c`;
	return { label, tool, entered: [[tool ? picked(web) : web, web]] };
}

/** A file that was uploaded. */
export function file(label: string): Kind {
	const uploaded = { id: wordOf(label), path: `https://media.example/${wordOf(label)}.png` };
	return { label, entered: [[JSON.stringify(uploaded), uploaded]] };
}

/** Several of what one example shows, which is entered by this word. */
export const list = (
	label: string,
	example: unknown,
	{ word, tool }: { word?: string; tool?: string } = {},
): Kind => ({ label, tool, entered: [[tool ? [word ?? example] : word, [example]]] });

const SHOP = { id: '7', name: 'Shop' };
/** A row of which more than the ID is sent. */
export const row = (label: string, tool: string): Kind => ({
	label,
	tool,
	entered: [
		[picked(SHOP), SHOP],
		[byHand('7 | Shop'), SHOP],
	],
});

/** Settings under one key. */
export const group = (label: string, inside: Settings): Kind => ({
	label,
	inside: { ...inside, isList: false },
	entered: [],
});

/** A list of settings under one key, each as the `value` of an element. */
export const groups = (label: string, inside: Settings): Kind => ({
	label,
	inside: { ...inside, isList: true },
	entered: [],
});
