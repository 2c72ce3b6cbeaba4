// Without the lookbehind, they would be quadratic for long runs of spaces.
/** The marks of ChatGPT and its API for sources and entities, which only its own page renders. */
const MODEL_MARKS: Array<[RegExp, string]> = [
	[/(?<![ \t])[ \t]*\ue200entity\ue202\["[^"]*","([^"]*)"[^\ue201]*\ue201/g, ' $1'],
	[/(?<![ \t])[ \t]*\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue20f]/g, ''],
	[/(?<![ \t])[ \t]*【\d+(?::\d+)?†[^】\n]{0,100}】/g, ''],
	[/(?<![ \t])[ \t]*:contentReference\[oaicite:\d+\](?:\{index=\d+\})?/g, ''],
	[/(?<![ \t])[ \t]*\bcite(?:turn\d+(?:search|news|view|fetch|image|file)\d+)+/g, ''],
];

/** A text without a model's marks. */
export const removeModelMarks = (text: string): string =>
	MODEL_MARKS.reduce((cleaned, [mark, replacement]) => cleaned.replace(mark, replacement), text);

const THOUGHTS_START = /^\s*<(think|thinking|thought)>/;
const THOUGHTS = new RegExp(`${THOUGHTS_START.source}[^]*?</\\1>\\s*`);

/** A text without the thoughts of a model before it. */
export const removeThoughts = (text: string): string => text.replace(THOUGHTS, '');

/** The first mark of a model in a text, or the start of its thoughts; undefined if there is none. */
export const findModelMark = (text: string): string | undefined =>
	[THOUGHTS_START, ...MODEL_MARKS.map(([mark]) => mark)]
		.flatMap((mark) => text.match(mark)?.[0].trim() ?? [])
		.at(0);

const POST_WORD =
	'(?:post|caption|tweet|thread|text|version|draft|copy|message|description|announcement)';
/** What a model says to the person who asked, before or instead of the text. */
const MODEL_TALK = new RegExp(
	[
		`^\\s*(?:sure|certainly|of course|absolutely|great|okay|ok|got it)\\b[^\\n:]{0,30}[!,.:]?\\s+here(?:['’]s| is| are)\\s[^\\n:]{0,80}\\b${POST_WORD}s?\\b[^\\n:]{0,60}:`,
		`^\\s*here(?:['’]s| is| are)\\s(?:your|an?|the)\\s[^\\n:]{0,60}\\b${POST_WORD}s?\\b[^\\n:]{0,60}:[ \\t*]*(?=\\n)`,
		"^\\s*(?:i['’]m|i am) (?:sorry|afraid|unable)\\b[^\\n.]{0,60}\\b(?:can['’]?t|cannot|can not|unable to)\\s+(?:help (?:you|with)|assist|comply|fulfill?|do that|(?:create|generate|write|provide) (?:that|this|content|any|such))\\b[^\\n]*$",
		"^\\s*(?:sorry, (?:but )?)?(?:i can['’]t|i cannot) (?:help|assist) with (?:that|this)\\b[^\\n]*$",
		'^\\s*as an ai (?:language )?model\\b[^\\n]*',
	].join('|'),
	'i',
);

/** The words of a model to the person who asked it; undefined if a text has none. */
export const findModelTalk = (text: string): string | undefined =>
	MODEL_TALK.exec(text)?.[0].trim();
