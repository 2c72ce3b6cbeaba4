import { quote } from '../../common/problem';
import { findMarkupNotes } from '../../text/content';
import { findModelTalk } from '../../text/marks';
import { getVisibleText } from '../../text/storedText';
import { toNote } from '../issues';
import type { Issue } from '../model';
import type { CheckedPost } from './rules';

/** Notes on the texts of a post. A model that calls the node as a tool can leave out its own words: these are errors. */
export function findTextNotes(post: CheckedPost, isTool: boolean): Issue[] {
	const { parts, target } = post;
	const notes = parts.flatMap(({ source }) =>
		source ? findMarkupNotes(source, target.network?.identifier) : [],
	);
	const level = isTool ? 'error' : 'note';
	return [
		...notes.map((message) => toNote('Text', message)),
		...checkModelTalk(post).map((issue): Issue => ({ ...issue, level })),
	];
}

/** What a model says to the person who asked it. */
function checkModelTalk({ parts, settings, target: { network } }: CheckedPost) {
	const fields = network?.fields ?? [];
	const written = [
		...fields.flatMap(({ name, displayName }) => textsIn(displayName, settings[name])),
		...parts.flatMap(({ files }) =>
			files.flatMap(({ alt, reference }) => textsIn('Alt Text', alt ?? reference?.alt)),
		),
		// Where a network has no bold letters, signs take their place.
		...parts.flatMap(({ content }) => textsIn('Text', getVisibleText(content).normalize('NFKC'))),
	];
	return written.flatMap(([field, text]) => {
		const talk = findModelTalk(text);
		if (talk === undefined) return [];
		const message = `${quote(talk)} reads like the words of a model, not like a post`;
		const remedy = 'Give the text that is to be published, and nothing else.';
		return [{ field, message, remedy, isOfItem: true }];
	});
}

/** The texts in a value, also those in its groups and lists. */
function textsIn(field: string, value: unknown): Array<[field: string, text: string]> {
	if (typeof value === 'string') return [[field, value]];
	return Object.values(Object(value) as object).flatMap((inner) => textsIn(field, inner));
}
