import { quote } from '../../common/text';
import { createNoteIssue, type Issue } from '../../posts/issue';
import type { PostToValidate } from '../../posts/limits/postToValidate';
import type { TextInput } from '../../text/content';
import { findModelReply } from '../../text/modelMarks';
import { getVisibleText } from '../../text/storedText';
import { findTextNotes } from '../../text/textNotes';

/**
 * Finds likely mistakes in the texts of a post. A model's words to its user, such as “Here is your post:”, are an error
 * if the model calls the node as a tool, as it can correct itself.
 */
export function findTextIssues(
	post: PostToValidate,
	{ isAgentTool }: { isAgentTool: boolean },
): Issue[] {
	const { parts, target } = post;
	const network = target.network?.identifier;
	const level = isAgentTool ? 'error' : 'note';
	const otherTexts = listOtherTexts(post);
	// On networks without formatting, bold letters are Unicode symbols, such as 𝗮.
	const partTexts = parts.flatMap(({ content }) =>
		listTexts('Text', getVisibleText(content).normalize('NFKC')),
	);
	return [
		...parts.flatMap(({ textInput }) => findTextNoteIssues('Text', textInput, network)),
		...otherTexts.flatMap(([field, text]) =>
			findTextNoteIssues(field, { texts: [text], format: 'plain' }, network),
		),
		...[...otherTexts, ...partTexts].flatMap(([field, text]) =>
			findModelReplyIssues(field, text, level),
		),
	];
}

type FieldText = [field: string, text: string];

/** Lists alt texts, and the texts in settings, such as titles. */
function listOtherTexts({ parts, settings, target: { network } }: PostToValidate): FieldText[] {
	const fields = network?.fields ?? [];
	const files = parts.flatMap((part) => part.files);
	return [
		...fields.flatMap(({ name, displayName }) => listTexts(displayName, settings[name])),
		...files.flatMap(({ alt, reference }) => listTexts('Alt Text', alt ?? reference?.alt)),
	];
}

/** Lists the texts in a value and in its groups and lists. */
function listTexts(field: string, value: unknown): FieldText[] {
	if (typeof value === 'string') return [[field, value]];
	return Object.values(value ?? {}).flatMap((inner: unknown) => listTexts(field, inner));
}

const findTextNoteIssues = (
	field: string,
	text: TextInput | undefined,
	network?: string,
): Issue[] =>
	text ? findTextNotes(text, network).map((message) => createNoteIssue(field, message)) : [];

function findModelReplyIssues(field: string, text: string, level: Issue['level']): Issue[] {
	const reply = findModelReply(text);
	if (reply === undefined) return [];
	const message = `${quote(reply)} looks like a model’s reply, not like a post`;
	const remedy = 'Use only the text to publish.';
	return [{ level, field, message, remedy, failsWholeItem: true }];
}
