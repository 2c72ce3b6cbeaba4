import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	NodeParameterValueType,
	NodePropertyTypes,
} from 'n8n-workflow';

/** The properties of a field besides label and name. Each type has its own `default`. */
type OtherProperties = Omit<INodeProperties, 'type' | 'displayName' | 'name' | 'default'> &
	Partial<Pick<INodeProperties, 'default'>>;

/** Creates builders of fields by type. They take a label, a name, and other properties, including those of `Own`. */
export function createFieldBuilders<Own>() {
	const createBuilder =
		(
			type: NodePropertyTypes,
			defaultValue: NodeParameterValueType,
			extras: Partial<INodeProperties> = {},
		) =>
		(
			displayName: string,
			name: string,
			rest: OtherProperties & Partial<Own> = {},
		): INodeProperties & Partial<Own> => {
			return { displayName, name, type, default: defaultValue, ...extras, ...rest };
		};
	return {
		boolean: createBuilder('boolean', false),
		choice: createBuilder('options', ''),
		// Expressions may return names, which n8n would reject as unknown.
		multiChoice: createBuilder('multiOptions', [], { allowArbitraryValues: true }),
		collection: createBuilder('collection', {}),
		color: createBuilder('color', ''),
		date: createBuilder('dateTime', ''),
		fixedCollection: createBuilder('fixedCollection', {}),
		json: createBuilder('json', '{}'),
		locator: createBuilder('resourceLocator', { mode: 'list', value: '' }),
		notice: createBuilder('notice', ''),
		number: createBuilder('number', 0),
		text: createBuilder('string', ''),
	};
}

export const option = <Value extends string | number>(
	name: string,
	value: Value,
	description?: string,
) => ({
	name,
	value,
	...(description && { description }),
});

/** Creates an entry of {@link field}.entries, with its fields. */
export const entry = (
	displayName: string,
	name: string,
	values: INodeProperties[],
): INodePropertyCollection => ({ displayName, name, values });

const basic = createFieldBuilders<unknown>();

/** Builders of n8n's fields. */
export const field = {
	...basic,
	/**
	 * Creates the options of an operation. Declare a switch with `default: true`, because adding it should turn it on.
	 */
	optionsCollection: (options: INodeProperties[]) =>
		basic.collection('Options', 'options', { placeholder: 'Add option', options }),
	/** Creates a list of entries. The placeholder is the label of its button. */
	entries: (displayName: string, name: string, { typeOptions, ...rest }: OtherProperties) =>
		basic.fixedCollection(displayName, name, {
			...rest,
			typeOptions: {
				multipleValues: true,
				...typeOptions,
				multipleValueButtonText: rest.placeholder,
			},
		}),
};

/** Creates the modes of a locator: the list of a search method, with a `prompt` above it, and manual entry. */
export const createLocatorModes = (
	manualMode: string,
	searchListMethod: string,
	{
		prompt,
		listHint,
		searchFilterRequired,
		...rest
	}: Pick<INodePropertyMode, 'placeholder' | 'hint'> & {
		prompt?: string;
		listHint?: string;
		searchFilterRequired?: boolean;
	},
): Pick<INodeProperties, 'modes'> => ({
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: prompt,
			hint: listHint,
			typeOptions: { searchListMethod, searchable: true, searchFilterRequired },
		},
		{
			displayName: `By ${manualMode}`,
			// The editor labels any mode named “id” as By ID.
			name: manualMode === 'ID' ? 'id' : 'value',
			type: 'string',
			...rest,
		},
	],
});

/**
 * Clears a field when a different row is picked in a locator that it depends on, such as a flair with its subreddit.
 * Uses the cached name of the picked row, which expressions don't have: n8n resolves them in each execution, and would
 * clear the field each time.
 */
export const resetWhenChanged = (...locators: string[]): INodeProperties['typeOptions'] =>
	locators.length > 0
		? { loadOptionsDependsOn: locators.map((name) => `${name}.cachedResultName`) }
		: undefined;
