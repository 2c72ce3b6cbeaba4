import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../common/collections';
import { findNearestWord } from '../../common/nameSimilarity';
import { toProblemOrRethrow, mergeRemedies, joinRemedy, Problem } from '../../common/problem';
import { joinNames } from '../../common/text';
import { isEmpty } from '../../common/value';
import { allNetworks } from '../../networks';

/** The keys of each kind of object in a body (docs/api.md, Creating posts). */
export const BODY_KEYS = {
	body: ['type', 'date', 'shortLink', 'tags', 'inter', 'order', 'creationMethod', 'posts'],
	post: ['integration', 'value', 'settings', 'group'],
	part: ['content', 'image', 'delay', 'id'],
};
type ObjectKind = keyof typeof BODY_KEYS;

/** Collects the problems of a body, to report all at once. */
export class BodyProblems {
	private readonly problems: Problem[] = [];

	add(path: string, message: string, remedy = ''): void {
		this.problems.push(new Problem(`${path} ${message}`, remedy));
	}

	/** Returns the result of `parse`. If it throws a {@link Problem}, adds the problem and returns `fallback`. */
	collect<T>(parse: () => T, fallback: T): T {
		try {
			return parse();
		} catch (error) {
			this.problems.push(toProblemOrRethrow(error));
			return fallback;
		}
	}

	/** Adds a problem for each unknown key of an object. */
	addUnknownKeys(value: IDataObject, kind: ObjectKind, path: string): void {
		for (const key of Object.keys(value)) {
			if (isEmpty(value[key]) || BODY_KEYS[kind].includes(key)) continue;
			this.add(path === '' ? key : `${path}.${key}`, 'is unknown', suggestKey(key, kind));
		}
	}

	/** Throws a single {@link Problem} if there are problems. */
	throwIfAny(): void {
		if (this.problems.length === 0) return;
		const messages = this.problems.map(({ message }) => message);
		const remedies = this.problems.map(({ remedy }) => remedy).filter(({ length }) => length > 0);
		const lines = groupBy(remedies, (remedy) => joinRemedy(remedy)).map(([remedy]) => remedy);
		throw new Problem(
			`In the JSON, ${messages.join('; ')}`,
			lines.length > 0 ? mergeRemedies(lines) : 'Correct it.',
		);
	}
}

const PLACES = { body: 'the body, beside “posts”', post: 'a post', part: 'a part, in “value”' };

/** Says where an unknown key belongs, or suggests a similar key. */
function suggestKey(key: string, kind: ObjectKind): string {
	const kinds = Object.keys(BODY_KEYS) as ObjectKind[];
	const owner = kinds.find((other) => BODY_KEYS[other].includes(key));
	if (owner) return `“${key}” belongs in ${PLACES[owner]}.`;
	if (allNetworks.some(({ fields }) => fields.some(({ name }) => name === key))) {
		return `“${key}” belongs in the “settings” of its post.`;
	}
	const similarKey = findNearestWord(key, BODY_KEYS[kind]);
	return similarKey ? `Did you mean “${similarKey}”?` : `It has ${joinNames(BODY_KEYS[kind])}.`;
}
