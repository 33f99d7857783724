export const notes = { milk: "Buy two bottles of milk." };
