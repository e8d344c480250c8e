package main

func tableCommand(args []string) int  { return 2 }
func ablateCommand(args []string) int { return 2 }
