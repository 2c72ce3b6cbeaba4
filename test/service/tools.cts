import { omit, type Values } from './schema.cjs';

/** A row of a picker; `of` is its parent, which is not in the answer. */
export interface Row extends Values {
	of?: string;
}
export interface Tool {
	description: string;
	dataSchema: Array<{ key: string; type: string; description: string }>;
	/** The key in `data` with the words that the rows must contain. */
	searchBy?: string;
	/** The key in `data` that must equal `of`; an optional one shows all rows if it is missing. */
	belongsTo?: { key: string; optional?: boolean };
	/** Answers an object instead of a list. */
	single?: boolean;
	rows: Row[];
	fail?: { status: number; message: string };
}
export type Tools = Record<string, Record<string, Tool>>;

/** Answers a call of a tool. */
export function runTool(tool: Tool, data: Values): unknown {
	const word = String((tool.searchBy && data[tool.searchBy]) ?? '').toLowerCase();
	const owner = tool.belongsTo && data[tool.belongsTo.key];
	const found = tool.rows
		.filter((row) => !tool.belongsTo || row.of === owner || (tool.belongsTo.optional && !owner))
		.filter((row) => `${row.name ?? ''} ${row.title ?? ''}`.toLowerCase().includes(word))
		.map((row) => omit(row, 'of'));
	return tool.single ? found[0] : found;
}
