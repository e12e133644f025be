"""What people and programs read: records, text, tables, graphs and pages."""
