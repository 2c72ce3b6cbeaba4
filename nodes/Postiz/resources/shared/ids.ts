import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isUnknownId, type ApiAnswer } from '../../transport/answer';
import { channelPicker } from '../../channels/fields';
import { field, listOr } from '../../form/fields';
import { listNames } from '../../values/lists';
import { type Explanation, ignoreOutside, Problem, quote } from '../../values/problem';
import {
	cannotBe,
	emptyProblem,
	fitsAddress,
	idIn,
	isEmpty,
	isObject,
	isText,
	tryJson,
	unwrap,
} from '../../values/read';

/** The page of a post, which rows link to (docs/api.md, Page of a post). */
const PAGE_OF_POST = /^https?:\/\/.+\/p\/([^/?#]+)/;

/** A field for an ID, with what to enter in it. */
export class IdField {
	private readonly label: string;

	constructor(
		readonly property: INodeProperties,
		private readonly advice: string,
		/** What rows call it. */
		private readonly key = property.name,
	) {
		this.label = property.displayName.replace(/ Name or ID$/, '');
	}

	/** The ID of an item, whether picked, entered or from an expression. Throws {@link Problem} unless it is exactly one. */
	readItem(context: IExecuteFunctions, itemIndex: number): string {
		const value = this.entered(context, itemIndex);
		if (isEmpty(value)) refuseWithout(context, itemIndex, this.label);
		if (!namesSeveral(value)) return this.check(this.idOf(value));
		throw new Problem(`${this.label} takes one ID, not ${quote(value)}`, 'Give one ID at a time.', {
			forPerson: 'make an item of each, such as with the node Split Out.',
		});
	}

	/** The IDs of an item: a list, or text with commas. Throws {@link Problem} if there are none. */
	readList(context: IExecuteFunctions, itemIndex: number): string[] {
		const value = this.entered(context, itemIndex);
		const isJson = typeof value === 'string' && value.trim().startsWith('[');
		const elements = [(isJson && tryJson(value)) || value]
			.flat(Infinity)
			.flatMap((element) => this.idOf(element).split(/[,;\r\n]/))
			.map((text) => text.trim())
			.filter(Boolean);
		return [...new Set(elements.length > 0 ? elements : [''])].map((id) => this.check(id));
	}

	/** The IDs that {@link readList} returns for all items, without invalid ones. */
	readAll(context: IExecuteFunctions): string[] {
		return context.getInputData().flatMap((_item, itemIndex) => {
			try {
				return this.readList(context, itemIndex);
			} catch (error) {
				ignoreOutside(error);
				// An expression that fails is reported when its item is processed.
				return [];
			}
		});
	}

	private entered(context: IExecuteFunctions, itemIndex: number): unknown {
		return unwrap(context.getNodeParameter(this.property.name, itemIndex, ''));
	}

	/** The ID in an element of a list, which may also be a row or an item that has it under the name of the field. */
	private idOf(element: unknown): string {
		if (isEmpty(element)) return '';
		const given = unwrap(/^\s*\{/.test(String(element)) ? tryJson(String(element)) : element);
		const row = isObject(given) && isObject(given.json) ? given.json : given;
		const id = idIn(isObject(row) ? row[this.key] : row);
		if (id !== '') return PAGE_OF_POST.exec(id)?.[1] ?? id;
		throw cannotBe(this.label, element, this.advice);
	}

	private check(id: string): string {
		if (!fitsAddress(id) || !isText(id)) throw cannotBe(this.label, id, this.advice);
		if (id !== '') return id;
		throw emptyProblem(`${this.label} is empty`, this.advice);
	}
}

/** The channel of an operation. */
export const channelField = new IdField(
	{ ...channelPicker, description: 'Channel > Get Many returns the IDs' },
	'Enter an ID: Channel > Get Many returns it as “channelId”.',
	'channelId',
);

/** What to enter in a field for IDs of posts. */
const ADVICE_FOR_POSTS = 'Enter an ID: Post > Create and Post > Get Many return it as “postId”.';
/** The post of an operation. */
export const postField = new IdField(
	field.locator('Post', 'postId', {
		required: true,
		description: 'Post > Create and Post > Get Many return the IDs',
		...listOr('ID', 'searchPosts', {
			prompt: 'Select a post…',
			placeholder: 'e.g. cmb1x2y3z0001abcd',
			hint: 'From Post > Create or Post > Get Many (postId)',
			listHint:
				'Posts of the last and next 90 days, in the time zone of your n8n instance. Search for the ID of others.',
		}),
	}),
	ADVICE_FOR_POSTS,
);

/** Throws {@link Problem} if an ID is empty because an earlier node failed and handed its error on, or left a channel out. */
function refuseWithout(context: IExecuteFunctions, itemIndex: number, label: string): void {
	const { error, outcome } = context.getInputData()[itemIndex]?.json ?? {};
	if (outcome === 'leftOut') {
		throw new Problem(
			`${label} is empty, as an earlier node left this channel out`,
			'Put a Filter node between them, for items whose outcome is not “leftOut”.',
		);
	}
	if (typeof error !== 'string' || error.trim() === '') return;
	throw new Problem(
		`${label} is empty because an earlier node failed: ${error}`,
		'Correct what failed there. With On Error set to Continue (using error output) there, such items do not get here.',
	);
}

/** True for a list, and for IDs with commas, unlike the name of a channel that has one. */
function namesSeveral(value: unknown): boolean {
	if (typeof value !== 'string' || value.trim().startsWith('{'))
		return Array.isArray(value) && value.length > 0;
	const [first = '', ...others] = value.split(/[,;\r\n]/).map((text) => text.trim());
	return others.length > 0 && [first, ...others].every((text) => /^\S*\d\S*$/.test(text));
}

/** Explains the answer to an unknown ID. */
const explainUnknownId =
	(message: string, description: string) =>
	(answer: ApiAnswer): Explanation | undefined =>
		isUnknownId(answer) ? { message, description } : undefined;

const WHERE_IDS_COME_FROM = {
	channel:
		'It may have been removed already. Channel > Get Many lists the channels with their IDs.',
	post: 'It may have been deleted already. Post > Get Many lists the posts with their IDs.',
};

type Noun = keyof typeof WHERE_IDS_COME_FROM;

/** Explains that none of these IDs exists. */
export const unknownIds = (what: Noun, ids: string[]): Explanation => ({
	message: `Postiz has no ${what} with ${ids.length === 1 ? 'the ID' : 'any of these IDs:'} ${listNames(ids.map(quote))}`,
	description: WHERE_IDS_COME_FROM[what],
});

/** Like {@link explainUnknownId}, with the usual advice. */
export const unknownId = (what: Noun, id: string) => {
	const { message, description } = unknownIds(what, [id]);
	return explainUnknownId(message, description);
};
