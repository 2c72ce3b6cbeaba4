import type {
	INodeProperties,
	INodePropertyMode,
	NodeParameterValueType,
	NodePropertyTypes,
} from 'n8n-workflow';

/** What a field has besides its type, label and name; `default` only where it is unusual. */
type Rest = Omit<INodeProperties, 'type' | 'displayName' | 'name' | 'default'> &
	Partial<Pick<INodeProperties, 'default'>>;

const fieldOf =
	(type: NodePropertyTypes, preset: NodeParameterValueType) =>
	(displayName: string, name: string, rest: Rest = {}): INodeProperties => {
		const { typeOptions, required, ...others } = rest;
		return {
			displayName,
			name,
			type,
			...(typeOptions && { typeOptions }),
			...(required && { required }),
			default: preset,
			...others,
		};
	};

function collectionField(displayName: string, name: string, rest: Rest): INodeProperties {
	const { placeholder, ...others } = rest;
	return { displayName, name, type: 'collection', placeholder, default: {}, ...others };
}

/** Constructors of fields. Their keys stand in the order in which n8n's nodes have them. */
export const field = {
	boolean: fieldOf('boolean', false),
	choice: fieldOf('options', ''),
	choices: fieldOf('multiOptions', []),
	date: fieldOf('dateTime', ''),
	json: fieldOf('json', '{}'),
	locator: fieldOf('resourceLocator', { mode: 'list', value: '' }),
	notice: fieldOf('notice', ''),
	number: fieldOf('number', 0),
	text: fieldOf('string', ''),

	collection: collectionField,
	filters: (options: INodeProperties[]) =>
		collectionField('Filters', 'filters', { placeholder: 'Add Filter', options }),
	furtherOptions: (options: INodeProperties[]) =>
		collectionField('Options', 'options', { placeholder: 'Add Option', options }),

	/** A list to which a button with the words of the placeholder adds entries. */
	entries: (displayName: string, name: string, rest: Rest): INodeProperties => {
		const { placeholder, typeOptions: own, ...others } = rest;
		const typeOptions = { multipleValues: true, ...own, multipleValueButtonText: placeholder };
		return {
			displayName,
			name,
			type: 'fixedCollection',
			placeholder,
			typeOptions,
			default: {},
			...others,
		};
	},
};

/** The modes of a locator: a list search of the node under this prompt, or a value entered by hand. */
export const listOr = (
	byHand: 'ID' | 'Key' | 'Value',
	searchListMethod: string,
	{ prompt, ...rest }: { prompt?: string } & Pick<INodePropertyMode, 'placeholder' | 'hint'>,
): Pick<INodeProperties, 'modes'> => ({
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: prompt,
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: `By ${byHand}`, name: byHand.toLowerCase(), type: 'string', ...rest },
	],
});
