package main

func convertCommand(args []string) int { return 2 }
func benchCommand(args []string) int   { return 2 }
