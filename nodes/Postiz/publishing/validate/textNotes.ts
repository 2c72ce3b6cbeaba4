import { quote } from '../../common/problem';
import { findMarkupNotes, type TextInput } from '../../text/content';
import { modelTalkIn } from '../../text/marks';
import { toNote } from '../issues';
import type { Issue } from '../model';
import type { CheckedPost } from './rules';

export const findTextNotes = ({ parts, target: { network } }: CheckedPost): Issue[] =>
	parts.flatMap(({ source }): Issue[] => {
		if (!source) return [];
		const notes = findMarkupNotes(source, network?.identifier);
		return [
			...notes.map((message) => toNote('Text', message)),
			...source.texts.flatMap((text) => checkTalk(text, source.format)),
		];
	});

/** What a model says to the person who asked it; a model that fills in the form can leave it out. */
function checkTalk(text: string, format: TextInput['format']): Issue[] {
	const talk = modelTalkIn(text);
	if (talk === undefined) return [];
	const message = `${quote(talk)} reads like the words of a model, not like a post`;
	const remedy = 'Give the text that is to be published, and nothing else.';
	const level = format === 'model' ? 'error' : 'note';
	return [{ level, field: 'Text', message, remedy, isOfItem: true }];
}
