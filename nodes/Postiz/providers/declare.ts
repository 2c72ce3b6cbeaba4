import { constructors } from '../form/fields';
import { toTags } from './shapes';
import type { Provider, SettingField, SettingProblem, SettingRules } from './types';

/** A network; `identifier` is the service's `__type`. */
export const network = (
	displayName: string,
	identifier: string,
	rest: Partial<Provider>,
): Provider => ({ fields: [], ...rest, displayName, identifier });

const own = constructors<SettingRules>();

type Rest = Parameters<typeof own.text>[2];

/** Constructors of settings: of n8n's fields, and of what several networks ask for. */
export const setting = {
	...own,

	/** A title for which the first line of the text stands if it is empty. */
	title: (displayName: string, name: string, rest: Rest): SettingField =>
		own.text(displayName, name, { required: true, fromText: true, ...rest }),

	/** A web address. */
	link: (displayName: string, name: string, rest: Rest): SettingField =>
		own.text(displayName, name, {
			url: true,
			placeholder: 'e.g. https://example.com/menu',
			...rest,
		}),

	/** A file: the name of a binary field, a web address, or an earlier upload. */
	file: (displayName: string, name: string, rest: Rest): SettingField =>
		own.text(displayName, name, {
			file: true,
			placeholder: 'e.g. data or https://example.com/cover.png',
			...rest,
		}),

	/** Where an article was published first; `article` is what the network calls one. */
	canonical: (article: string, placeholder: string): SettingField =>
		own.text('Canonical URL', 'canonical', {
			postLink: true,
			placeholder,
			description: `Web address at which the ${article} was published first, so that search engines credit that page`,
		}),

	/** Tags that people write with commas between them. */
	tags: (rest: Rest): SettingField =>
		own.text('Tags', 'tags', {
			payload: (value) => toTags(value),
			element: {
				is: { value: 'text', label: 'text' },
				needs: 'a value and a label, such as {"value": "coffee", "label": "coffee"}',
			},
			...rest,
		}),
};

/** What articles have on several networks. */
export const articleFields = [
	setting.file('Main Image', 'main_image', {
		description: 'Main picture of the article: the name of a binary field or a web address',
	}),
	setting.canonical('article', 'e.g. https://example.com/blog/shop'),
];

/** The problem of a setting, in a list if there is one. */
export const problemIf = (
	isWrong: unknown,
	field: string,
	message: string,
	more: Partial<SettingProblem> = {},
): SettingProblem[] => (isWrong ? [{ field, message, ...more }] : []);
