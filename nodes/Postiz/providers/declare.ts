import type { NodeParameterValueType, NodePropertyTypes } from 'n8n-workflow';

import { toTags } from './shapes';
import type { Picker, Provider, SettingField } from './types';

/** A network; `identifier` is the service's `__type`. */
export const network = (
	displayName: string,
	identifier: string,
	rest: Partial<Provider>,
): Provider => ({ fields: [], ...rest, displayName, identifier });

/** What a field has besides its type, displayed name and key; `default` only where it is unusual. */
type Rest = Omit<SettingField, 'type' | 'displayName' | 'name' | 'default' | 'picker'> &
	Partial<Pick<SettingField, 'default'>> & {
		/** Its rows are called like its tool, unless it says otherwise. */
		picker?: Omit<Picker, 'rows'> & Partial<Pick<Picker, 'rows'>>;
	};

/** A constructor of fields of one type. */
const fieldOf =
	(type: NodePropertyTypes, preset: NodeParameterValueType) =>
	(displayName: string, name: string, rest: Rest): SettingField => {
		const { typeOptions, required, picker: own, ...others } = rest;
		const picker = own && { rows: own.tool, ...own };
		return { displayName, name, type, typeOptions, required, default: preset, picker, ...others };
	};

export const stringField = fieldOf('string', '');
export const numberField = fieldOf('number', 0);
export const booleanField = fieldOf('boolean', false);
export const dateTimeField = fieldOf('dateTime', '');
export const colorField = fieldOf('color', '');
export const optionsField = fieldOf('options', '');
export const multiOptionsField = fieldOf('multiOptions', []);
/** A value that people pick from a list, or enter by hand. */
export const locatorField = fieldOf('resourceLocator', { mode: 'list', value: '' });
/** Fields that belong together: those under `nested`. */
export const groupField = fieldOf('fixedCollection', {});

/** A title for which the first line of the text stands if it is empty. */
export const titleField = (displayName: string, name: string, rest: Rest) =>
	stringField(displayName, name, { required: true, fromText: true, ...rest });

/** A file: the name of a binary field, a web address, or an earlier upload. */
export const fileField = (displayName: string, name: string, rest: Rest) =>
	stringField(displayName, name, {
		file: true,
		placeholder: 'e.g. data or https://example.com/cover.png',
		...rest,
	});

/** Where an article was published first; `article` is what the network calls one. */
export const canonicalField = (article: string, placeholder: string) =>
	stringField('Canonical URL', 'canonical', {
		postLink: true,
		placeholder,
		description: `Web address at which the ${article} was published first, so that search engines credit that page`,
	});

/** Tags that people write with commas between them. */
export const tagLabelsField = (rest: Rest) =>
	stringField('Tags', 'tags', {
		payload: (value) => toTags(value),
		element: {
			is: { value: 'text', label: 'text' },
			needs: 'a value and a label, such as {"value": "coffee", "label": "coffee"}',
		},
		...rest,
	});
