/**
 * Marks of ChatGPT and its API for sources and entities, which only its own page renders, with their replacements. The
 * lookbehind prevents quadratic time for long runs of spaces.
 */
const MODEL_MARKS: Array<[mark: RegExp, replacement: string]> = [
	// An entity between private characters; its name is kept: `entity["city","Vienna",…]`
	[/(?<![ \t])[ \t]*\ue200entity\ue202\["[^"]*","([^"]*)"[^\ue201]*\ue201/g, ' $1'],
	// Any other mark between private characters: `citeturn0search1`
	[/(?<![ \t])[ \t]*\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue20f]/g, ''],
	// "【4:0†menu.pdf】"
	[/(?<![ \t])[ \t]*【\d+(?::\d+)?†[^】\n]{0,100}】/g, ''],
	// ":contentReference[oaicite:0]{index=0}"
	[/(?<![ \t])[ \t]*:contentReference\[oaicite:\d+\](?:\{index=\d+\})?/g, ''],
	// "citeturn0search1turn0news2"
	[/(?<![ \t])[ \t]*\bcite(?:turn\d+(?:search|news|view|fetch|image|file)\d+)+/g, ''],
];

export const removeModelMarks = (text: string): string =>
	MODEL_MARKS.reduce((cleaned, [mark, replacement]) => cleaned.replace(mark, replacement), text);

// "<think>"
const THOUGHTS_START = /^\s*<(think|thinking|thought)>/;
// "<think>Let me see…</think>"
const THOUGHTS = new RegExp(`${THOUGHTS_START.source}[^]*?</\\1>\\s*`);

/** Removes the thoughts of a model at the start of a text. */
export const removeThoughts = (text: string): string => text.replace(THOUGHTS, '');

/** Finds the first mark of a model, or the start of its thoughts. Undefined if there is none. */
export const findModelMark = (text: string): string | undefined =>
	[THOUGHTS_START, ...MODEL_MARKS.map(([mark]) => mark)]
		.flatMap((mark) => text.match(mark)?.[0].trim() ?? [])
		.at(0);

const POST_WORD =
	'(?:post|caption|tweet|thread|text|version|draft|copy|message|description|announcement)';
/** Matches a model's reply to its user, before or instead of the text. */
const MODEL_REPLY = new RegExp(
	[
		// "Sure! Here is your post:"
		`^\\s*(?:sure|certainly|of course|absolutely|great|okay|ok|got it)\\b[^\\n:]{0,30}[!,.:]?\\s+here(?:['’]s| is| are)\\s[^\\n:]{0,80}\\b${POST_WORD}s?\\b[^\\n:]{0,60}:`,
		// "Here's a caption for Instagram:", alone on its line
		`^\\s*here(?:['’]s| is| are)\\s(?:your|an?|the)\\s[^\\n:]{0,60}\\b${POST_WORD}s?\\b[^\\n:]{0,60}:[ \\t*]*(?=\\n)`,
		// "I'm sorry, but I can't help with that."
		"^\\s*(?:i['’]m|i am) (?:sorry|afraid|unable)\\b[^\\n.]{0,60}\\b(?:can['’]?t|cannot|can not|unable to)\\s+(?:help (?:you|with)|assist|comply|fulfill?|do that|(?:create|generate|write|provide) (?:that|this|content|any|such))\\b[^\\n]*$",
		// "I cannot assist with this request."
		"^\\s*(?:sorry, (?:but )?)?(?:i can['’]t|i cannot) (?:help|assist) with (?:that|this)\\b[^\\n]*$",
		// "As an AI language model, I …"
		'^\\s*as an ai (?:language )?model\\b[^\\n]*',
	].join('|'),
	'i',
);

/** Finds a model's reply to its user. Undefined if there is none. */
export const findModelReply = (text: string): string | undefined =>
	MODEL_REPLY.exec(text)?.[0].trim();
