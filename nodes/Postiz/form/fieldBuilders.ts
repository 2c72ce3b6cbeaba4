import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	NodeParameterValueType,
	NodePropertyTypes,
} from 'n8n-workflow';

/** The other properties of a field; `default` only if it is unusual. */
type Rest = Omit<INodeProperties, 'type' | 'displayName' | 'name' | 'default'> &
	Partial<Pick<INodeProperties, 'default'>>;

/** Field constructors with the additional properties `Own`. */
export function createFieldBuilders<Own>() {
	const createBuilder =
		(
			type: NodePropertyTypes,
			defaultValue: NodeParameterValueType,
			more: Partial<INodeProperties> = {},
		) =>
		(
			displayName: string,
			name: string,
			rest: Rest & Partial<Own> = {},
		): INodeProperties & Partial<Own> => {
			return { displayName, name, type, default: defaultValue, ...more, ...rest };
		};
	return {
		boolean: createBuilder('boolean', false),
		choice: createBuilder('options', ''),
		// Expressions give names, too, which n8n would mark as unknown.
		choices: createBuilder('multiOptions', [], { allowArbitraryValues: true }),
		collection: createBuilder('collection', {}),
		color: createBuilder('color', ''),
		date: createBuilder('dateTime', ''),
		fixedCollection: createBuilder('fixedCollection', {}),
		json: createBuilder('json', '{}'),
		createLocatorModes: createBuilder('resourceLocator', { mode: 'list', value: '' }),
		notice: createBuilder('notice', ''),
		number: createBuilder('number', 0),
		text: createBuilder('string', ''),
	};
}

/** An option of a choice. */
export const option = <Value extends string | number>(
	name: string,
	value: Value,
	description?: string,
) => ({
	name,
	value,
	...(description && { description }),
});

/** The fields of a list entry. */
export const entry = (
	displayName: string,
	name: string,
	values: INodeProperties[],
): INodePropertyCollection => ({ displayName, name, values });

const basic = createFieldBuilders<unknown>();

/** Constructors of n8n's fields, and of lists whose button shows the placeholder. */
export const field = {
	...basic,
	/** Options that are off begin as on: nobody adds one to leave it off. */
	optionsCollection: (options: INodeProperties[]) =>
		basic.collection('Options', 'options', {
			placeholder: 'Add Option',
			options: options.map((one) => (one.default === false ? { ...one, default: true } : one)),
		}),
	entries: (displayName: string, name: string, { typeOptions, ...rest }: Rest) =>
		basic.fixedCollection(displayName, name, {
			...rest,
			typeOptions: {
				multipleValues: true,
				...typeOptions,
				multipleValueButtonText: rest.placeholder,
			},
		}),
};

/**
 * The modes of a locator: a list search of the node, with a `prompt` above it, which may stay empty until something is
 * typed; or a value entered by hand.
 */
export const locator = (
	byHand: string,
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
			displayName: `By ${byHand}`,
			// The editor shows any mode named “id” as By ID.
			name: byHand === 'ID' ? 'id' : 'value',
			type: 'string',
			...rest,
		},
	],
});

/**
 * For a locator whose value means nothing without the pick in another one, such as a flair without its subreddit: it is
 * emptied when somebody picks another row there. Lists are loaded again after any change, without this.
 */
// By the name of the pick, which expressions lack: when n8n executes a node, it resolves them, and would empty the field
// each time.
export const resetWhenChanged = (...locators: string[]): INodeProperties['typeOptions'] =>
	locators.length > 0
		? { loadOptionsDependsOn: locators.map((locator) => `${locator}.cachedResultName`) }
		: undefined;
